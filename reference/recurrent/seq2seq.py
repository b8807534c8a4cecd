"""An encoder that reads a sequence, and a decoder that starts from what it has understood."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import nn


class Seq2Seq(nn.Module):
    """Encoder and decoder, each an LSTM, joined by nothing but a state.

        src     -> src_emb -> encoder ->  (h, c) after the last VALID token of each row
                                             |
        dec_in  -> tgt_emb -> decoder <------+    -> out -> logits, one row of scores for each step of dec_in

    You may use the layers of torch.nn here. Sources of a batch have different lengths and are padded on
    the right: what stands in the padding must have no influence. Both parts of the encoder's state, h
    and c, start the decoder, and the gradient flows back through both.

    Name the layers as in the drawing: src_emb and tgt_emb are nn.Embedding, encoder and decoder nn.LSTM
    of one layer, out is nn.Linear. The grader loads its own weights by these names.
    """

    def __init__(self, v_src: int, v_tgt: int, emb: int, hidden: int) -> None:
        """Make the layers.

        Args:
            v_src, v_tgt: numbers of source and target tokens.
            emb: width of both embeddings.
            hidden: width of both LSTMs.
        """
        super().__init__()
        self.src_emb = nn.Embedding(v_src, emb)
        self.encoder = nn.LSTM(emb, hidden, batch_first=True)
        self.tgt_emb = nn.Embedding(v_tgt, emb)
        self.decoder = nn.LSTM(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, v_tgt)

    def forward(
        self, src: Int[torch.Tensor, "N S"], src_len: Int[torch.Tensor, "N"], dec_in: Int[torch.Tensor, "N T"]
    ) -> Float[torch.Tensor, "N T v_tgt"]:
        """Scores of the next target token at every step of dec_in.

        Args:
            src: source tokens, padded on the right, shape (N, S).
            src_len: number of valid tokens of each row, at least 1, in any order, shape (N,).
            dec_in: what the decoder reads, shape (N, T). Step t of the logits may depend on its steps
                up to t.

        Returns:
            Logits of shape (N, T, v_tgt).
        """
        read = self.src_emb(src)
        packed = nn.utils.rnn.pack_padded_sequence(read, src_len, batch_first=True, enforce_sorted=False)
        _, state = self.encoder(packed)
        states, _ = self.decoder(self.tgt_emb(dec_in), state)
        return self.out(states)
