"""The whole Transformer: an encoder that reads, a decoder that writes, and greedy generation."""

from __future__ import annotations

import math

import torch
from given.attention import padding_mask
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.decoder_block import DecoderBlock
from reference.transformers.encoder_block import EncoderBlock
from reference.transformers.sinusoidal_pe import sinusoidal_pe


class Transformer(nn.Module):
    """Encoder and decoder with `layers` blocks each.

    Tokens of both sides are embedded by tables of their own, multiplied by sqrt(d), and get the sinusoids of their
    positions (from 0 on) added. The encoder's blocks see all real tokens of the source, the decoder's blocks are causal
    and see the encoder's output.

    The parts have these names, under which the grader loads its own weights: `src_emb` and `tgt_emb`, Embedding(v_src,
    d) and Embedding(v_tgt, d); `enc` and `dec`, ModuleLists of `EncoderBlock` and `DecoderBlock` with (d, heads, d_ff,
    norm, act); with norm="pre" also `enc_ln` and `dec_ln`, a LayerNorm(d) after the last block of each side (with
    "post" there is none); `out`, Linear(d, v_tgt). The sinusoids are not learned.
    """

    def __init__(
        self,
        v_src: int,
        v_tgt: int,
        d: int,
        heads: int,
        d_ff: int,
        layers: int,
        max_len: int,
        norm: str = "pre",
        act: str = "gelu",
    ) -> None:
        """Make the parts, for sequences of at most max_len tokens on either side."""
        super().__init__()
        if any(size < 0 for size in (v_src, v_tgt, layers)):
            raise ValueError(f"v_src, v_tgt, layers: {v_src, v_tgt, layers}, and none may be negative")
        self.src_emb, self.tgt_emb = nn.Embedding(v_src, d), nn.Embedding(v_tgt, d)
        self.enc = nn.ModuleList(EncoderBlock(d, heads, d_ff, norm, act) for _ in range(layers))
        self.dec = nn.ModuleList(DecoderBlock(d, heads, d_ff, norm, act) for _ in range(layers))
        self.enc_ln = nn.LayerNorm(d) if norm == "pre" else nn.Identity()
        self.dec_ln = nn.LayerNorm(d) if norm == "pre" else nn.Identity()
        self.out = nn.Linear(d, v_tgt)
        self.register_buffer("pe", torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32), persistent=False)

    def forward(
        self, src: Int[torch.Tensor, "N S"], src_len: Int[torch.Tensor, "N"], dec_in: Int[torch.Tensor, "N T"]
    ) -> Float[torch.Tensor, "N T v_tgt"]:
        """Logits for the token that follows each prefix of dec_in.

        Args:
            src: token numbers of the source, shape (N, S), filled up behind each sequence.
            src_len: how many tokens of each row are real, shape (N,). What stands behind them has no influence.
            dec_in: what the decoder is fed, shape (N, T).

        Returns:
            Logits of shape (N, T, v_tgt).

        Raises:
            ValueError: if src or dec_in is longer than max_len; the message names the argument.
        """
        memory, real = self._encode(src, src_len)
        return self._decode(dec_in, memory, real)

    @torch.no_grad()
    def generate(
        self, src: Int[torch.Tensor, "N S"], src_len: Int[torch.Tensor, "N"], bos: int, eos: int, max_len: int
    ) -> Int[torch.Tensor, "N max_len"]:
        """Write greedily: begin with bos, and feed back the token with the greatest logit at the last position.

        The encoder runs once, not once for each token. No graph is built.

        Args:
            src, src_len: as in `forward`.
            bos, eos: the token that is fed first, and the one that ends a sequence.
            max_len: number of tokens to write.

        Returns:
            The tokens written, without bos, shape (N, max_len). Behind the first eos of a row there is only eos.
        """
        memory, real = self._encode(src, src_len)
        written = torch.full((len(src), 1), bos, device=src.device)
        ended = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            token = self._decode(written, memory, real)[:, -1].argmax(dim=-1)
            token = torch.where(ended, eos, token)
            ended = ended | (token == eos)
            written = torch.cat([written, token[:, None]], dim=1)
        return written[:, 1:]

    def _embed(self, ids: torch.Tensor, table: nn.Embedding, name: str) -> torch.Tensor:
        if ids.shape[1] > len(self.pe):
            raise ValueError(f"{name}: {ids.shape[1]} tokens, but there are {len(self.pe)} positions")
        return table(ids) * math.sqrt(table.embedding_dim) + self.pe[: ids.shape[1]]

    def _encode(self, src: torch.Tensor, src_len: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if src_len.shape != src.shape[:1]:
            raise ValueError(f"src_len: {tuple(src_len.shape)} does not fit {len(src)} rows")
        if ((src_len < 0) | (src_len > src.shape[1])).any():
            raise ValueError(f"src_len: between 0 and {src.shape[1]} tokens are possible")
        real = padding_mask(src_len.cpu(), src.shape[1]).to(src.device)  # (N, S)
        x = self._embed(src, self.src_emb, "src")
        for block in self.enc:
            x = block(x, real[:, None, :])
        return self.enc_ln(x), real

    def _decode(self, dec_in: torch.Tensor, memory: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        x = self._embed(dec_in, self.tgt_emb, "dec_in")
        for block in self.dec:
            x = block(x, memory, real)
        return self.out(self.dec_ln(x))
