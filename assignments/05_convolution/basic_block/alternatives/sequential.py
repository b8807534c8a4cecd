"""Two Sequentials; the way around is an empty one where x fits."""

from torch import nn


class BasicBlock(nn.Module):
    def __init__(self, c_in, c_out, stride=1):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(c_in, c_out, kernel_size=3, stride=stride, padding=1, bias=False),
            nn.BatchNorm2d(c_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(c_out, c_out, kernel_size=3, padding="same", bias=False),
            nn.BatchNorm2d(c_out),
        )
        self.around = nn.Sequential()
        if stride > 1 or c_in != c_out:
            self.around = nn.Sequential(nn.Conv2d(c_in, c_out, 1, stride, bias=False), nn.BatchNorm2d(c_out))
        self.last = nn.ReLU()

    def forward(self, x):
        return self.last(self.main(x) + self.around(x))
