"""Drives `proofset usi` with the USI client of cshogi, as a program with a board would."""

import sys
import threading
import time

import cshogi
from cshogi.usi import Engine

engine = Engine(sys.argv[1])
assert engine.name.startswith("proofset"), engine.name
engine.setoption("USI_Hash", 64)
engine.isready()
engine.usinewgame()

sfen = "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"
engine.position(sfen="sfen " + sfen)
answer = engine.go_mate(60_000)
board = cshogi.Board(sfen)
moves = answer.split()
for number, move in enumerate(moves):
    assert board.push_usi(move) != 0, (answer, move)
    assert number % 2 == 1 or board.is_check(), (answer, move)
assert board.is_game_over() and len(moves) % 2 == 1, answer

engine.position(moves=moves[:2], sfen="sfen " + sfen)
assert len(engine.go_mate(60_000).split()) % 2 == 1

engine.position(sfen="sfen k8/9/9/1+R7/9/9/9/9/P8 b LPr2b4g4s4n3l16p 1")
assert engine.go_mate() == "nomate"

# The longest problem there is takes longer than anybody waits.
engine.position(
    sfen="sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
)
stopped = []
threading.Timer(0.5, lambda: (stopped.append(time.monotonic()), engine.stop())).start()
assert engine.go_mate() == "timeout"
waited = time.monotonic() - stopped[0]
assert waited < 5, waited

engine.position()
assert engine.go(byoyomi=50) == ("resign", None)
engine.quit()
print("waited for stop:", round(waited * 1000), "ms")
