from autograder.suite import Mistake

DECODE = "states, _ = self.decoder(self.tgt_emb(dec_in), state)"
ENCODE = "_, state = self.encoder(packed)"

MISTAKES = [
    Mistake(
        "seq2seq/padded-state",
        old=ENCODE,
        new="_, state = self.encoder(read)",
        hint="Your encoder goes on reading after the end of the shorter sources, so the decoder starts from a "
        "state that has seen padding. Use src_len: the state after the last VALID token is the one to hand "
        "on.",
    ),
    Mistake(
        "seq2seq/h-only",
        old=DECODE,
        new="states, _ = self.decoder(self.tgt_emb(dec_in), (state[0], torch.zeros_like(state[1])))",
        hint="Only the hidden state is handed on; the decoder's cell state starts at 0. An LSTM's memory is in c: "
        "hand on both.",
    ),
    Mistake(
        "seq2seq/detached",
        old=DECODE,
        new="states, _ = self.decoder(self.tgt_emb(dec_in), (state[0].detach(), state[1].detach()))",
        hint="The logits are right, but the encoder's state is cut off from the graph: no gradient reaches the "
        "encoder, and it never learns.",
    ),
    Mistake(
        "seq2seq/shared-weights",
        old=DECODE,
        new="states, _ = self.encoder(self.tgt_emb(dec_in), state)",
        hint="The encoder's LSTM also does the decoding. Reading and writing are different jobs, and the decoder "
        "has weights of its own.",
    ),
    Mistake(
        "seq2seq/first-state",
        old=ENCODE,
        new="_, state = self.encoder(read[:, :1])",
        hint="The decoder starts from the encoder's state after the first token, so the rest of the source is ignored.",
    ),
    Mistake(
        "seq2seq/bidirectional-peek",
        old=DECODE,
        new="states, _ = self.decoder(self.tgt_emb(dec_in).flip(1), state)\n        states = states.flip(1)",
        hint="Your decoder reads its inputs from the end, so the logits of a step have seen later tokens: the very "
        "ones that they are to predict.",
    ),
]
