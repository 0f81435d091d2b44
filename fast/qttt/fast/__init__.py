"""The fast engine: one-source integer kernels that run under Python, numba and CUDA, and the solvers built on them."""
