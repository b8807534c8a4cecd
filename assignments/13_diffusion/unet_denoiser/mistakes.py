from autograder.suite import Mistake

WAVES = 'waves = torch.as_tensor(time_embedding(i.numpy(), self.t_dim, "concat"), dtype=x.dtype)'
MERGE2 = "h = self.merge2(torch.cat([self.up2(h), skip2], dim=1), t_emb)"
MERGE1 = "h = self.merge1(torch.cat([self.up1(h), skip1], dim=1), t_emb)"

MISTAKES = [
    Mistake(
        "unet_denoiser/add-skips",
        old=MERGE2,
        new="h = self.merge2(self.up2(h) + skip2, t_emb)",
        also=(
            (MERGE1, "h = self.merge1(self.up1(h) + skip1, t_emb)"),
            (
                "self.merge2 = TimeResBlock(4 * base, 2 * base, t_dim)",
                "self.merge2 = TimeResBlock(2 * base, 2 * base, t_dim)",
            ),
            (
                "self.merge1 = TimeResBlock(2 * base, base, t_dim)",
                "self.merge1 = TimeResBlock(base, base, t_dim)",
            ),
        ),
        hint="What comes over the bridge is added to what comes from below. In a U-Net the channels of the two are put one "
        "after the other, and the block behind decides how to use them.",
    ),
    Mistake(
        "unet_denoiser/skip-level",
        old=MERGE2,
        new="h = self.merge2(torch.cat([self.up2(h), skip1], dim=1), t_emb)",
        also=((MERGE1, "h = self.merge1(torch.cat([self.up1(h), skip2], dim=1), t_emb)"),),
        hint="The bridges are crossed: on the way up, the level that was left last comes first.",
    ),
    Mistake(
        "unet_denoiser/skip-early",
        old="skip1 = self.block1(self.first(x), t_emb)",
        new="skip1 = self.first(x)",
        also=(
            (
                "skip2 = self.block2(self.down1(skip1), t_emb)",
                "skip2 = self.block2(self.down1(self.block1(skip1, t_emb)), t_emb)",
            ),
        ),
        hint="The upper bridge starts before the block of its level. What goes over it, and what goes down, is the "
        "block's result.",
    ),
    Mistake(
        "unet_denoiser/no-time",
        old="t_emb = self.time(waves)",
        new="t_emb = self.time(0 * waves)",
        hint="Your net does not use i. It cannot know how much noise there is in its input.",
    ),
    Mistake(
        "unet_denoiser/out-activation",
        old="return self.last(h)",
        new="return torch.tanh(self.last(h))",
        hint="The guess is squeezed into a fixed range. Noise is normal and takes all values, however the images are scaled.",
    ),
    Mistake(
        "unet_denoiser/other-layout",
        old=WAVES,
        new='waves = torch.as_tensor(time_embedding(i.numpy(), self.t_dim, "interleaved"), dtype=x.dtype)',
        hint='The time comes in the layout "interleaved". Both would do for training, but weights are made for one of them.',
    ),
    Mistake(
        "unet_denoiser/skip-first",
        old=MERGE2,
        new="h = self.merge2(torch.cat([skip2, self.up2(h)], dim=1), t_emb)",
        also=((MERGE1, "h = self.merge1(torch.cat([skip1, self.up1(h)], dim=1), t_emb)"),),
        hint="The channels of the bridge stand before those from below. Either order can be trained, but weights fit only the "
        "one they were made for; the task says which.",
    ),
]
