"""One line each with einops."""

from einops import rearrange


def vit_patchify(x, P):
    if x.shape[2] % P or x.shape[3] % P:
        raise ValueError("P")
    return rearrange(x, "n c (h p) (w q) -> n (h w) (c p q)", p=P, q=P)


def vit_unpatchify(patches, C, H, W, P):
    if H % P or W % P:
        raise ValueError("P")
    return rearrange(patches, "n (h w) (c p q) -> n c (h p) (w q)", c=C, h=H // P, w=W // P, p=P, q=P)
