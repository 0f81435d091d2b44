"""Parts of a job solved by the workers of a cluster, with Dask's `distributed`.

Workers return bytes and write nothing: only this process writes."""

import platform
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any

from qttt.app.errors import BadInput, EngineFailed
from qttt.app.extras import need
from qttt.app.jobs.job import Job, digest, job_of

WINDOW = 3
"""Parts per thread of the cluster that wait or run at a time, so that memory does not grow with the job."""
RETRIES = 3
"""How often a part is tried again that failed, or whose worker died."""
PACKAGES = ("qttt", "numpy", "numba", "pyarrow", "distributed")
SECONDS = 20
"""How long a scheduler may take to answer."""


def check_installed() -> None:
    """Raise BadInput unless the extra `cluster` is installed."""
    need("--scheduler", "cluster", "distributed")


def check_address(address: str) -> None:
    """Raise BadInput for what is not the address of a scheduler."""
    if not re.fullmatch(r"([a-z]+://)?[^\s/]*[^\s:/]:[0-9]{1,5}/?", address):
        raise BadInput(f"--scheduler {address}: expected an address such as tcp://host:8786")


def versions() -> dict[str, str]:
    """The versions of all packages that the bytes of a part depend on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def solve_part(description: dict[str, Any], number: int, device: str) -> tuple[dict[str, str], bytes]:
    """The content of a part, and the versions of the worker that has solved it."""
    return versions(), job_of(description).solve(number, device)


def solved(address: str, job: Job, numbers: Iterable[int], device: str) -> Iterator[tuple[int, bytes]]:
    """The numbers and contents of parts, as workers return them.

    Raises BadInput if the scheduler does not answer, and if a worker or the scheduler has other versions."""
    dask: Any = import_module("distributed")
    waiting = iter(numbers)
    try:
        client = dask.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"--scheduler {address}: cannot be reached: {error or type(error).__name__}") from error
    with client:
        for worker, found in client.run(versions).items():
            _check_versions(address, f"worker {worker}", found)
        description = {**job.description}
        name = digest(description)[:16]

        def submitted(number: int) -> Any:
            key = f"qttt-{name}-{number}"
            return client.submit(solve_part, description, number, device, key=key, pure=False, retries=RETRIES)

        window = max(2, WINDOW * sum(client.nthreads().values()))
        number_of: dict[Any, int] = {submitted(number): number for number in islice(waiting, window)}
        arriving = dask.as_completed([*number_of], loop=client.loop)
        for future in arriving:
            number = number_of.pop(future)
            try:
                of_worker, content = future.result()
            except (BadInput, EngineFailed):
                raise
            except Exception as error:
                raise BadInput(
                    f"--scheduler {address}: part {number} failed: {error or type(error).__name__}"
                ) from error
            _check_versions(address, "a worker", of_worker)
            future.release()
            for following in islice(waiting, 1):
                more = submitted(following)
                number_of[more] = following
                arriving.add(more)
            yield number, content


def _check_versions(address: str, worker: str, found: dict[str, str]) -> None:
    """Raise BadInput unless a worker has the versions of this process."""
    for package, own in versions().items():
        if found.get(package) != own:
            raise BadInput(
                f"--scheduler {address}: {worker} has {package} {found.get(package)}, and this process {own}; install "
                "the same versions everywhere"
            )
