#!/usr/bin/env python3
"""Makes a Patroni primary whose disk is nearly full hand over. Patroni does not: such a primary refuses writes and keeps its lease.

  patroni-disk.py --config FILE --data FOLDER --name n1 --nodes n1=HOST:PORT,n2=HOST:PORT,n3=HOST:PORT [--keep-free-mb 2048]

Run one beside Patroni on each node, as the same user. It answers GET / at its HOST:PORT: 200 if the node has room, 503 if not.
If the disk of the data folder, of pg_wal or of a tablespace has less than --keep-free-mb free, the primary hands over to a
synchronous standby whose disk has room. If no standby has room, it stays primary: nodes that are all low never pass the lead around.
It needs patronictl and no package of Python.
"""
import argparse
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOOK_EVERY_S = 1
# Seconds between checks. Each check of a low node calls etcd through patronictl, and a switchover takes seconds.
ASK_EVERY_S = 3
ANSWER_WITHIN_S = 2
CONTROL_WITHIN_S = 60
# A low node has room again at this multiple of the limit, so that a disk at its limit does not switch back and forth.
ROOM_AGAIN = 1.5


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("config", "data", "name", "nodes"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--keep-free-mb", type=int, default=2048)
    given = parser.parse_args()
    try:
        given.nodes = dict(node.split("=", 1) for node in given.nodes.split(","))
        given.host, port = given.nodes[given.name].rsplit(":", 1)
        given.port = int(port)
    except (KeyError, ValueError):
        parser.error("--nodes must name each node, this one too, as NAME=HOST:PORT")
    return given


def free_mb(data):
    """The least free space among the disks of this node; None while the folder does not exist, as during a clone."""
    tablespaces = os.path.join(data, "pg_tblspc")
    try:
        links = [os.path.join(tablespaces, link) for link in os.listdir(tablespaces)]
        disks = [os.statvfs(path) for path in (data, os.path.join(data, "pg_wal"), *links)]
    except OSError:
        return None
    return min(disk.f_bavail * disk.f_frsize for disk in disks) // 2**20


class Room:
    """The free space of this node. While it is unknown, the node counts as one without room."""

    def __init__(self, keep_mb):
        self.keep_mb = keep_mb
        self.free_mb = None
        self.is_low = False

    def look(self, data):
        self.free_mb = free_mb(data)
        wanted = self.keep_mb * (ROOM_AGAIN if self.is_low else 1)
        self.is_low = self.free_mb is not None and self.free_mb < wanted

    def suffices(self):
        return self.free_mb is not None and not self.is_low


def serve(room, host, port):
    class Answer(BaseHTTPRequestHandler):
        timeout = ANSWER_WITHIN_S

        def do_GET(self):
            body = json.dumps({"room": room.suffices(), "freeMb": room.free_mb}).encode()
            self.send_response(200 if room.suffices() else 503)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer((host, port), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def has_room(address):
    connection = http.client.HTTPConnection(address, timeout=ANSWER_WITHIN_S)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def control(config, *command):
    """The output of patronictl; None if it fails."""
    try:
        run = subprocess.run(
            ["patronictl", "-c", config, *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=CONTROL_WITHIN_S,
            check=True,
        )
        return run.stdout
    except (OSError, subprocess.SubprocessError) as error:
        print(f"patronictl {command[0]}: {getattr(error, 'stderr', None) or error}", file=sys.stderr, flush=True)
        return None


def hand_over(given, free):
    """If this node is the primary and a synchronous standby has room, makes that standby the primary."""
    listed = control(given.config, "list", "-f", "json")
    if listed is None:
        return "it is not known who leads"
    members = {member["Member"]: member["Role"] for member in json.loads(listed)}
    if members.get(given.name) != "Leader":
        return "it does not lead"
    others = [name for name, role in members.items() if role == "Sync Standby" and name in given.nodes]
    to = next((name for name in others if has_room(given.nodes[name])), None)
    if to is None:
        return "it leads on: no synchronous standby has room"
    print(f"{free} MB free: {to} is to lead", flush=True)
    control(given.config, "switchover", "--leader", given.name, "--candidate", to, "--force")
    return None


def main():
    given = arguments()
    room = Room(given.keep_free_mb)
    room.look(given.data)
    serve(room, given.host, given.port)
    told = None
    while True:
        room.look(given.data)
        if room.is_low:
            outcome = hand_over(given, room.free_mb)
            if outcome and outcome != told:
                print(f"{room.free_mb} MB free, less than wanted; {outcome}", flush=True)
            told = outcome
            time.sleep(ASK_EVERY_S)
        else:
            told = None
            time.sleep(LOOK_EVERY_S)


if __name__ == "__main__":
    main()
