"""Drives `proofset uci` with python-chess, as a program with a board would."""

import sys
import time

import chess
import chess.engine
import chess.variant

MATE_IN_FOUR = "3rr1k1/1p1q4/p6Q/6p1/2Pn4/6PP/PP4PK/2RR4 b - -"

engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"])
assert {"Hash", "Threads", "Algorithm"} <= set(engine.options), engine.options
engine.configure({"Hash": 64})

back_rank = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
played = engine.play(back_rank, chess.engine.Limit(mate=1, time=60))
back_rank.push(played.move)
assert back_rank.is_checkmate(), back_rank

board = chess.Board(MATE_IN_FOUR)
info = engine.analyse(board, chess.engine.Limit(mate=4))
assert info["score"].relative == chess.engine.Mate(4), info
for move in info["pv"]:
    board.push(move)
assert board.is_checkmate() and len(info["pv"]) == 7, info

# Another game: the client chooses it by itself.
lost = chess.variant.AntichessBoard()
lost.push_san("d3")
info = engine.analyse(lost, chess.engine.Limit(nodes=100_000))
assert info["score"].relative.is_mate() and info["score"].relative > chess.engine.Cp(0), info
for move in info["pv"]:
    assert move in lost.legal_moves, (lost, move)
    lost.push(move)
assert lost.is_variant_win() and lost.turn == chess.BLACK, lost

# A question that takes longer than anybody waits.
with engine.analysis(chess.Board()) as analysis:
    time.sleep(0.3)
    asked = time.monotonic()
    analysis.stop()
    best = analysis.wait()
    waited = time.monotonic() - asked
assert best.move is None or best.move in chess.Board().legal_moves, best
assert waited < 5, waited
engine.configure({"Algorithm": "pns"})
assert engine.analyse(chess.Board(MATE_IN_FOUR), chess.engine.Limit(mate=4))["score"].relative == chess.engine.Mate(4)
engine.quit()
print("waited for stop:", round(waited * 1000), "ms")
