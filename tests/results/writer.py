"""A process that writes a synthetic run and stays (to be killed): python writer.py PATH [resume]."""

import sys
import time

import numpy as np
from synthetic import chunk, header

from stickslip.results.store import Hdf5Store

MOST = 100_000  # steps: a slow reader must not wait for an ever larger file


def main(path: str, resume: bool) -> None:
    if resume:
        store = Hdf5Store.reopen(path, flush_s=0.0)
        step = store.last_checkpoint()[0]["step"]
    else:
        store, step = Hdf5Store(path, header(), flush_s=0.0), 0
    rng = np.random.default_rng(step)
    print("ready", flush=True)
    while step < MOST:
        k = int(rng.integers(1, 60))
        store.append(chunk(step, k))
        step += k
        if rng.random() < 0.3:
            # The size varies as that of warm-start impulses does.
            store.checkpoint({"step": step, "impulses": np.full(step % 97, float(step)), "t": step * 1e-3})
    time.sleep(3600.0)


main(sys.argv[1], "resume" in sys.argv)
