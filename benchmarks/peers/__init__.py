"""Other memories beside ours, each in a process of its own, asked the same and given the same vectors.

`python -m peers NAME --vectors FILE` (where this folder lies) serves one of them; `peers.process` asks it.
"""
