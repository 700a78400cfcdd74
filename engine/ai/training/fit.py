"""Fit the networks to samples and write `weights.json`; it needs numpy.

``python -m engine.ai.training.samples 15000 1 > samples.txt`` and then
``python -m engine.ai.training.fit engine/ai/weights.json samples.txt``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

ROWS, UNITS, SCALE = 418, 32, 1 << 10
PAD = ROWS
CHUNK = 20000
EPOCHS, BATCH, RATE, DECAY = 8, 2048, 0.005, 1e-5


def read(names: list[str]) -> dict[str, tuple[Any, Any]]:
    """Return, by kind, the padded rows and the result of each sample."""
    rows: dict[str, list[list[int]]] = {}
    results: dict[str, list[float]] = {}
    for name in names:
        with open(name) as lines:
            for line in lines:
                kind, result, *words = line.split()
                rows.setdefault(kind, []).append(list(map(int, words)))
                results.setdefault(kind, []).append(float(result))
    found = {}
    for kind, listed in rows.items():
        width = max(map(len, listed))
        padded = np.full((len(listed), width), PAD, dtype=np.int16)
        for at, numbers in enumerate(listed):
            padded[at, : len(numbers)] = numbers
        found[kind] = padded, np.array(results[kind], dtype=np.float32)
    return found


class Adam:
    """The Adam optimiser for one array."""

    def __init__(self, array: Any) -> None:
        self.array, self.step = array, 0
        self.first, self.second = np.zeros_like(array), np.zeros_like(array)

    def descend(self, slope: Any, rate: float) -> None:
        """Take one step against the gradient."""
        self.step += 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.001 * (slope * slope - self.second)
        first = self.first / (1 - 0.9**self.step)
        second = self.second / (1 - 0.999**self.step)
        self.array -= rate * first / (np.sqrt(second) + 1e-8)


def dense(rows: Any) -> Any:
    """Return rows as counts; a row may occur twice, for two opponents with like cards."""
    width = ROWS + 1
    at = rows + np.arange(len(rows), dtype=np.int64)[:, None] * width
    counts = np.bincount(at.ravel(), minlength=len(rows) * width)
    return counts.reshape(len(rows), width)[:, :ROWS].astype(np.float32)


def loss(score: Any, result: Any) -> float:
    """Return the mean cross entropy."""
    return float(np.mean(np.logaddexp(0, score) - result * score))


def fit(rows: Any, results: Any, rng: Any) -> tuple[dict[str, Any], float, float]:
    """Return the weights, and the loss on the last tenth before and after."""
    order = rng.permutation(len(rows))
    rows, results = rows[order], results[order]
    cut = len(rows) * 19 // 20
    first = (rng.standard_normal((ROWS, UNITS)) * 0.1).astype(np.float32)
    bias = np.full(UNITS, 0.1, dtype=np.float32)
    out = (rng.standard_normal(UNITS) * 0.2).astype(np.float32)
    end = np.zeros(1, dtype=np.float32)
    steps = [Adam(array) for array in (first, bias, out, end)]
    total = EPOCHS * (cut // BATCH + 1)
    done = 0
    for _ in range(EPOCHS):
        shuffled = rng.permutation(cut)
        for begin in range(0, cut, BATCH):
            part = shuffled[begin : begin + BATCH]
            x, y = dense(rows[part]), results[part]
            hidden = np.maximum(x @ first + bias, 0)
            error = (1 / (1 + np.exp(-(hidden @ out + end))) - y) / len(part)
            back = np.outer(error, out) * (hidden > 0)
            rate = RATE * (1 - done / total)
            done += 1
            slopes = (
                x.T @ back + DECAY * first,
                back.sum(0),
                hidden.T @ error,
                error.sum(keepdims=True),
            )
            for step, slope in zip(steps, slopes, strict=True):
                step.descend(slope, rate)
    x, y = dense(rows[cut:]), results[cut:]
    after = loss(np.maximum(x @ first + bias, 0) @ out + end, y)
    base = float(np.mean(results[:cut]))
    before = loss(np.full(len(y), np.log(base / (1 - base))), y)
    whole = {
        "rows": np.round(first * SCALE).astype(int).tolist(),
        "bias": np.round(bias * SCALE).astype(int).tolist(),
        "out": np.round(out * SCALE).astype(int).tolist(),
        "end": int(np.round(end[0] * SCALE)),
    }
    return whole, before, after


def said(networks: list[dict[str, Any]], rows: Any) -> Any:
    """What networks say of samples on average (of the log of the odds), as chances."""
    found = np.zeros(len(rows), dtype=np.float32)
    for begin in range(0, len(rows), CHUNK):
        x = dense(rows[begin : begin + CHUNK])
        scores = [
            np.maximum(x @ np.array(one["rows"]) + np.array(one["bias"]), 0) @ np.array(one["out"])
            / SCALE**2 + one["end"] / SCALE
            for one in networks
        ]  # fmt: skip
        found[begin : begin + CHUNK] = 1 / (1 + np.exp(-sum(scores) / len(scores)))
    return found


def main() -> None:
    """Fit a network to each file of samples, and write one that learns their average.

    That distilled network is better than one trained on all samples (docs/opponent.md).
    """
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("samples", nargs="+")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in given.samples:
        for kind, (rows, results) in sorted(read([name]).items()):
            network, before, after = fit(rows, results, rng)
            found.setdefault(kind, []).append(network)
            print(
                f"{name}: {kind}: {len(rows)} samples, loss {before:.4f} -> {after:.4f}", flush=True
            )
    weights = {}
    for kind, (rows, _) in sorted(read(given.samples).items()):
        weights[kind], before, after = fit(rows, said(found[kind], rows), rng)
        print(f"{kind}: {len(rows)} samples, loss {before:.4f} -> {after:.4f}", flush=True)
    given.weights.write_text(json.dumps(weights, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
