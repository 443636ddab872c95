"""The master key of a data folder and the keys it wraps.

The master key comes from SAEGIM_KEY (64 hex digits, or a passphrase) or from a generated file. A small
manifest beside the data says how the folder is encrypted and lets a wrong key be told from damage
before any database is touched.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from saegim.errors import CorruptFile, DiskFull, MissingKey, NewerSchema, ReadOnlyStore, WrongKey

KEY_FILE = "master.key"
MANIFEST = "saegim.json"
FORMAT = 1
_HEX_KEY = re.compile(r"[0-9a-fA-F]{64}")
_NONCE = 12


class Keyring:
    """What the store needs of the master key: the registry's own key, wrapping, and nothing else."""

    def __init__(self, master: bytes) -> None:
        self.registry_key = _derive(master, b"saegim registry 1")
        self._wrapping_key = _derive(master, b"saegim wrap 1")

    def wrap(self, key: bytes, *, context: bytes) -> bytes:
        """The key encrypted (AES-256-GCM), bound to `context` so that it fits one user only."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self._wrapping_key).encrypt(nonce, key, context)

    def unwrap(self, wrapped: bytes, *, context: bytes) -> bytes:
        """The key again; `WrongKey` when it was wrapped by another master or for another user."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            return AESGCM(self._wrapping_key).decrypt(wrapped[:_NONCE], wrapped[_NONCE:], context)
        except InvalidTag as error:
            raise WrongKey("wrapped key") from error


def open_keyring(folder: Path, *, encryption: bool, secret: str | None) -> Keyring | None:
    """The folder's keyring, made on first use; None when the folder is not encrypted.

    Whether a folder is encrypted is decided when it is made and kept in its manifest.
    """
    manifest_file = folder / MANIFEST
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not manifest_file.exists():
            if (folder / "registry.db").exists():
                raise CorruptFile(str(manifest_file), "missing beside existing data")
            _create(folder, encryption=encryption, secret=secret)
        content = manifest_file.read_bytes()
    try:
        manifest = json.loads(content)
        written_by = int(manifest["format"])
        encrypted, salt = manifest["encryption"] != "none", bytes.fromhex(manifest["salt"])
        check = bytes.fromhex(manifest["check"])
    except (ValueError, KeyError, TypeError) as error:
        raise CorruptFile(str(manifest_file)) from error
    if written_by > FORMAT:
        raise NewerSchema(str(manifest_file), written_by, FORMAT)
    if not encrypted:
        return None
    master = _master_from(folder, secret, salt)
    if not hmac.compare_digest(_derive(master, b"saegim check 1"), check):
        raise WrongKey(str(folder))
    return Keyring(master)


def _create(folder: Path, *, encryption: bool, secret: str | None) -> None:
    salt = secrets.token_bytes(16)
    check = b""
    if encryption:
        if secret is None:
            _create_once(folder / KEY_FILE, secrets.token_hex(32) + "\n", mode=0o600)
        check = _derive(_master_from(folder, secret, salt), b"saegim check 1")
    manifest = {
        "format": FORMAT,
        "encryption": "sqlcipher-aes256" if encryption else "none",
        "salt": salt.hex(),
        "check": check.hex(),
    }
    _create_once(folder / MANIFEST, json.dumps(manifest, indent=2) + "\n", mode=0o644)


def _master_from(folder: Path, secret: str | None, salt: bytes) -> bytes:
    if secret is None:
        key_file = folder / KEY_FILE
        try:
            secret = key_file.read_text(encoding="ascii", errors="replace").strip()
        except (FileNotFoundError, PermissionError) as error:
            # A key that only someone else may read is as good as missing.
            raise MissingKey(str(key_file)) from error
        if not _HEX_KEY.fullmatch(secret):
            raise WrongKey(str(key_file))
    if _HEX_KEY.fullmatch(secret):
        return bytes.fromhex(secret)
    # A Mac may spell the same passphrase in NFD.
    typed = unicodedata.normalize("NFC", secret).encode()
    # About 100 ms, once per process: a person chose this secret, so guessing must cost something.
    return hashlib.scrypt(typed, salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)


def _derive(master: bytes, purpose: bytes) -> bytes:
    return hmac.digest(master, purpose, "sha256")


def _create_once(path: Path, content: str, *, mode: int) -> None:
    with made_once(path) as temporary:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def made_once(path: Path) -> Iterator[Path]:
    """A name to make the file under; whole, it then becomes `path`, unless another process was first."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        yield temporary
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise our errors where the operating system refuses to make or remove files."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(str(path)) from error
        # A read-only file system is not a permission problem to the operating system.
        raise ReadOnlyStore(str(path)) from error


def sync_folder(folder: Path) -> None:
    """Make names created in the folder survive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
