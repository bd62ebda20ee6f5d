"""Parses addresses of PostgreSQL as libpq does, as hosting providers use them, into arguments of asyncpg.

Errors name the faulty part, never its value: any part may hold a piece of a password in which a special character was
not percent-encoded.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import unquote, urlencode

from storage.errors import BadUrl

SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
SESSION_ATTRIBUTES = ("any", "primary", "standby", "read-write", "read-only", "prefer-standby")

_TLS = (
    "sslmode",
    "sslcert",
    "sslkey",
    "sslpassword",
    "sslrootcert",
    "sslcrl",
    "sslnegotiation",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
)
"""TLS parameters that asyncpg supports, but only in an address (DSN)."""
_SERVER = ("application_name", "options")
"""Startup parameters, sent to the server when the connection begins."""
_PLAIN = ("user", "password", "passfile", "target_session_attrs", "krbsrvname", "gsslib")
"""Parameters that are arguments of asyncpg by the same name."""
_NUMBERS = ("connect_timeout", "statement_cache_size", "prepared_statement_cache_size")
"""Whole numbers: seconds to connect (0: as usual); the caches are asyncpg's own, and 0 behind some poolers."""
_OTHER = ("host", "port", "dbname", "ssl", "fallback_application_name", *_NUMBERS)
_IGNORED = (
    "channel_binding",
    "client_encoding",
    "gssdelegation",
    "gssencmode",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "load_balance_hosts",
    "max_protocol_version",
    "min_protocol_version",
    "sslcompression",
    "sslsni",
    "tcp_user_timeout",
)
"""Parameters without a counterpart in asyncpg that a connection does not need: TLS is decided by `sslmode`."""
_KNOWN = frozenset({*_TLS, *_SERVER, *_PLAIN, *_OTHER, *_IGNORED})

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,40}")
_HOST = re.compile(r"\[(?P<six>[^\[\]]+)\](?::(?P<six_port>.*))?|(?P<name>[^:\[\]]+)(?::(?P<port>.*))?", re.DOTALL)
_DEFAULT_PORT = 5432


class Target(NamedTuple):
    """A parsed address of PostgreSQL."""

    arguments: dict[str, Any]
    """For `asyncpg.connect`; holds the password."""
    cached_statements: int | None
    """Size of SQLAlchemy's cache of prepared statements per connection; None: the default."""
    hosts: str
    """Hosts and ports, safe to show."""


def read_target(text: str) -> Target:
    """Parse what follows the scheme of an address: ``//user:password@host:port,.../database?key=value&...``.

    Raises:
        BadUrl: something in it is wrong or unknown.

    """
    if not text.startswith("//"):
        raise BadUrl("DATABASE_URL needs “//” after its first “:”.")
    authority, rest = re.fullmatch(r"//([^/?]*)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    if "@" in rest:
        raise BadUrl(
            "DATABASE_URL has an “@” after the host. In user, password and database write @ as %40, / as %2F and"
            " ? as %3F."
        )
    user, _, where = authority.rpartition("@")
    path, _, query = rest.partition("?")
    given = _query(query)
    name, colon, password = user.partition(":")
    values = {
        "user": unquote(name) or None,
        "password": unquote(password) if colon else None,
        "database": given.pop("dbname", "") or unquote(path.removeprefix("/")) or None,
    }
    arguments: dict[str, Any] = {key: value for key, value in values.items() if value is not None}
    if "database" not in arguments:
        raise BadUrl(
            "DATABASE_URL names no database. Write it after the host: postgresql://user:password@host/database"
        )
    hosts = _hosts(where, given)
    if hosts:
        arguments["port"] = [port for _, port in hosts]
    if any(host for host, _ in hosts):
        arguments["host"] = [host for host, _ in hosts]
    cached = _number(given, "prepared_statement_cache_size")
    arguments |= _arguments(given)
    _check_text(arguments)
    return Target(arguments, cached, ",".join(map(_shown, hosts or [("", _DEFAULT_PORT)])))


def _shown(where: tuple[str, int]) -> str:
    host, port = where
    return f"[{host}]:{port}" if ":" in host else f"{host or 'localhost'}:{port}"


def _query(query: str) -> dict[str, str]:
    """Parse ``key=value&key=value``; the last value of a key counts, but hosts and ports add up."""
    given: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        key = unquote(key)
        if not equals or not _KEY.fullmatch(key):
            raise BadUrl("DATABASE_URL has something after its “?” that is not of the form key=value.")
        if key not in _KNOWN:
            raise BadUrl(f"DATABASE_URL says “{key}”, which is not known here. Known are: {', '.join(sorted(_KNOWN))}.")
        value = unquote(value)
        given[key] = f"{given[key]},{value}" if key in ("host", "port") and given.get(key) else value
    return given


def _hosts(where: str, given: dict[str, str]) -> list[tuple[str, int]]:
    """List hosts (or folders of Unix sockets) and their ports; none: asyncpg's defaults."""
    listed, ports = given.pop("host", ""), list(filter(None, given.pop("port", "").split(",")))
    if not listed and not where:
        return [("", _port(one)) for one in ports[:1]]
    hosts = [_host(one) for one in listed.split(",")] if listed else [_host(unquote(one)) for one in where.split(",")]
    if len(ports) not in (0, 1, len(hosts)):
        raise BadUrl("DATABASE_URL has another number of ports than of hosts.")
    if len(ports) == 1:
        ports *= len(hosts)
    return [(host, _port(ports[at] if ports else own)) for at, (host, own) in enumerate(hosts)]


def _host(text: str) -> tuple[str, str]:
    """Parse a host with its port, if it has one."""
    if text.startswith("/"):
        return text, ""
    if text.count(":") > 1 and _is_ip(text):
        return text, ""  # an address of IPv6 needs no brackets in the query
    match = _HOST.fullmatch(text)
    if match is None:
        raise BadUrl("DATABASE_URL has a host that is none.")
    return (match["six"] or match["name"]), (match["six_port"] or match["port"] or "")


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _port(text: str) -> int:
    if not text:
        return _DEFAULT_PORT
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) <= 65535):
        raise BadUrl("DATABASE_URL has a port that is no number from 1 to 65535.")
    return int(text)


def _number(given: dict[str, str], key: str) -> int | None:
    """Take a whole number out of the given parameters."""
    text = given.pop(key, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise BadUrl(f"DATABASE_URL has a {key} that is no number.")
    return int(text)


def _arguments(given: dict[str, str]) -> dict[str, Any]:
    """Convert the parameters after the “?” into arguments."""
    _one_of(given, "sslmode", SSL_MODES)
    _one_of(given, "sslnegotiation", ("postgres", "direct"))
    _one_of(given, "target_session_attrs", SESSION_ATTRIBUTES)
    _one_of(given, "gsslib", ("gssapi", "sspi"))
    for key in ("ssl_min_protocol_version", "ssl_max_protocol_version"):
        _one_of(given, key, ("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"))
    if given.get("gssencmode") == "require":
        raise BadUrl("DATABASE_URL has gssencmode=require, which cannot be done; use sslmode.")
    arguments: dict[str, Any] = {key: given[key] for key in _PLAIN if given.get(key)}
    seconds, cached = _number(given, "connect_timeout"), _number(given, "statement_cache_size")
    if seconds:
        arguments["timeout"] = seconds
    if cached is not None:
        arguments["statement_cache_size"] = cached
    name = given.get("application_name") or given.get("fallback_application_name") or "orrery"
    settings = {key: given[key] for key in _SERVER if given.get(key)}
    return {**arguments, "server_settings": {**settings, "application_name": name}, **_tls(given)}


def _one_of(given: Mapping[str, str], key: str, allowed: Iterable[str]) -> None:
    if given.get(key) and given[key] not in allowed:
        raise BadUrl(f"DATABASE_URL has a {key} that is none of: {', '.join(allowed)}.")


def _tls(given: Mapping[str, str]) -> dict[str, Any]:
    """Convert the TLS parameters, so that asyncpg behaves as libpq would."""
    tls = {key: given[key] for key in _TLS if given.get(key)}
    short = given.get("ssl", "")  # as other libraries write it
    if short and "sslmode" not in tls:
        tls["sslmode"] = {"true": "require", "1": "require", "false": "disable", "0": "disable"}.get(short, short)
        _one_of({"ssl": tls["sslmode"]}, "ssl", ("true", "false", *SSL_MODES))
    if tls.get("sslrootcert") == "system":
        if tls.get("sslmode", "verify-full") != "verify-full":
            raise BadUrl("DATABASE_URL has sslrootcert=system, which needs sslmode=verify-full.")
        return {"ssl": ssl.create_default_context()}
    return {"dsn": f"postgresql:///?{urlencode(tls)}"} if tls else {}


def _check_text(arguments: Mapping[str, Any]) -> None:
    """Refuse characters that the protocol cannot carry."""
    for key, value in arguments.items():
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
        if any("\0" in part for part in parts if isinstance(part, str)):
            raise BadUrl(f"DATABASE_URL has a {key} with a character that cannot be in one.")
    for part in [arguments["database"], *arguments.get("host", ())]:
        if not part.isprintable():
            raise BadUrl("DATABASE_URL has a host or database with a character that cannot be in one.")
