"""The devices: choosing one, and that the GPU's launch runs the same kernels with the same result."""

import pytest

from qttt.fast import backend


def test_unknown_device_is_rejected() -> None:
    with pytest.raises(ValueError, match="expected auto, cpu or gpu"):
        backend.device("tpu")


def test_without_a_gpu_auto_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise backend.DeviceError("no GPU can be used")

    monkeypatch.setattr(backend, "_gpu", none)
    assert backend.device("auto").name == "cpu"
    with pytest.raises(backend.DeviceError, match="no GPU"):
        backend.device("gpu")
