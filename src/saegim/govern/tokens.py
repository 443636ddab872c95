"""JSON Web Tokens signed with a shared secret or a private key whose public half we know."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from saegim.errors import MissingExtra, SettingsError
from saegim.settings import ServerSettings

logger = logging.getLogger("saegim.tokens")

# One list a kind of key: a public key must never be taken for a secret, nor "none" for a signature.
# Each needs a secret as long as its hash (RFC 7518): shorter ones can be tried out.
_SHARED = {"HS256": 32, "HS384": 48, "HS512": 64}
_PUBLIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_LEEWAY_S = 5
_LEAST_SECRET = min(_SHARED.values())


class Tokens:
    """Reads tokens; believes none unless the settings say whose."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._keys: list[tuple[Any, Sequence[str]]] = []
        if settings.jwt_secret is not None:
            length = len(settings.jwt_secret.encode())
            if length < _LEAST_SECRET:
                raise SettingsError(
                    "server.jwt_secret",
                    f"must have at least {_LEAST_SECRET} bytes",
                    f"{_LEAST_SECRET}바이트 이상이어야 합니다",
                )
            fitting = [name for name, least in _SHARED.items() if length >= least]
            self._keys.append((settings.jwt_secret, fitting))
        if settings.jwt_public_key is not None:
            self._keys.append((_public_key(settings.jwt_public_key), _PUBLIC))
        if self._keys:
            try:
                import jwt
            except ImportError as error:
                raise MissingExtra("server", "JWT") from error
            self._jwt = jwt

    def read(self, token: str) -> Mapping[str, object] | None:
        """The claims of a token that is signed, in time and meant for us; None otherwise."""
        for key, algorithms in self._keys:
            try:
                claims: Mapping[str, object] = self._jwt.decode(
                    token,
                    key,
                    algorithms=list(algorithms),
                    audience=self._settings.jwt_audience,
                    issuer=self._settings.jwt_issuer,
                    leeway=_LEEWAY_S,
                    options={"require": ["exp"]},
                )
            except (self._jwt.PyJWTError, ValueError, TypeError) as error:
                # The caller is not told why; whoever runs the server can find out.
                logger.info("a token was refused: %s", type(error).__name__)
                continue
            return claims
        return None


def _public_key(given: str) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        pem = given.encode() if "-----BEGIN" in given else Path(given).read_bytes()
        return load_pem_public_key(pem)
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise SettingsError(
            "server.jwt_public_key",
            "is neither a PEM public key nor a file with one",
            "PEM 공개 열쇠도, 그것이 든 파일도 아닙니다",
        ) from error
