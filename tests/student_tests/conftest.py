import sys
from pathlib import Path

# Tests are imported by path (importlib mode), so their helpers are found only if we say where.
sys.path.insert(0, str(Path(__file__).parent))
