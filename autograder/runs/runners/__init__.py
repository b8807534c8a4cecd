"""Engines that give graders a place: each only starts `gradmark work` somewhere. The queue stays the one source of truth."""
