"""Many workers for one question: threads of this process, or actors of Ray on any number of machines.

The idea: one master keeps the top of the graph, best-first, and gives its leaves out as jobs of a second or more. A worker is
a search with a table of its own, which stays from job to job. Solved positions are shared by the master, unsolved ones are not.
The master's certificate is whole: it is put together from those of the jobs, and checked with the rules.

>>> import proofset
>>> proofset.cluster.solve("connect-four:4x4", workers=2).verdict
'disproven'
"""

from proofset.cluster._master import ClusterResult, rehearse, solve
from proofset.cluster._simulate import Simulated, simulate

__all__ = ["ClusterResult", "Simulated", "rehearse", "simulate", "solve"]
