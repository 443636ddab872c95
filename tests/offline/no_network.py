"""No way out of this machine: every connection but loopback is refused, in this process."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_sendto = socket.socket.sendto
_getaddrinfo = socket.getaddrinfo
_gethostbyname = socket.gethostbyname


class NetworkBlocked(RuntimeError):
    """Not an OSError: code that survives a dead network must not survive having tried to reach one."""


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is None or host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _refuse_beyond_loopback(family: int, address: Any) -> None:
    unix = getattr(socket, "AF_UNIX", None)
    if family == unix or (isinstance(address, tuple) and _is_loopback(address[0])):
        return
    raise NetworkBlocked(f"a test tried to reach {address!r}")


def block() -> None:
    """Patch the few places every Python program goes through to reach another machine."""

    def connect(self: socket.socket, address: Any) -> None:
        _refuse_beyond_loopback(self.family, address)
        return _connect(self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        _refuse_beyond_loopback(self.family, address)
        return _connect_ex(self, address)

    def sendto(self: socket.socket, data: Any, *rest: Any) -> int:
        _refuse_beyond_loopback(self.family, rest[-1])
        return _sendto(self, data, *rest)

    def getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
        if not _is_loopback(host):
            raise NetworkBlocked(f"a test asked for the address of {host!r}")
        return _getaddrinfo(host, *rest, **named)

    def gethostbyname(host: str) -> str:
        if not _is_loopback(host):
            raise NetworkBlocked(f"a test asked for the address of {host!r}")
        return _gethostbyname(host)

    socket.socket.connect = connect  # type: ignore[method-assign]
    socket.socket.connect_ex = connect_ex  # type: ignore[method-assign]
    socket.socket.sendto = sendto  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = getaddrinfo
    socket.gethostbyname = gethostbyname
