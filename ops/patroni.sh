#!/usr/bin/env bash
# For drills on one machine: PostgreSQL that survives its primary, as three synchronous Patroni nodes behind HAProxy, on loopback.
#   apt-get install --no-install-recommends patroni etcd-server haproxy postgresql curl
#   ops/patroni.sh start FOLDER     creates the cluster, or restarts processes that ended; prints DATABASE_URL and DATABASE_READ_URL
#   ops/patroni.sh status FOLDER    shows the primary, and how far the other nodes are behind
#   ops/patroni.sh stop FOLDER      ends the processes; the folder stays
# Beside each node runs ops/patroni-disk.py, which makes another node the primary when the disk is nearly full (PATRONI_KEEP_FREE_MB, 64).
# Not for production: everything is on one machine, etcd has one member instead of three, and everyone who reaches the ports may log in.
# With PATRONI_CUTTABLE=1 each node uses separate ports for the other nodes and for etcd, so that the caller's proxy can cut it off.
set -euo pipefail
usage() { sed -n '2,9s/^# //p' "$0"; exit 1; }
[ $# -eq 2 ] || usage
ops=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"; cd "$2"; folder=$PWD
# Ports, counted from this one: HAProxy 0 (the primary) and 1 (the replicas), nodes 11 to 13, their health 21 to 23, etcd 31 and 32, the
# caller's proxy 41 to 63, patroni-disk.py 71 to 73.
port=${PATRONI_PORT:-5440}
bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -1 || true)
# PostgreSQL refuses to run as root.
as=(); [ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups)
nodes="1 2 3"

missing=
for each in patroni:patroni etcd:etcd-server haproxy:haproxy curl:curl; do
  PATH=$PATH:/usr/sbin command -v "${each%:*}" >/dev/null || missing="$missing ${each#*:}"
done
[ -n "$bin" ] || missing="$missing postgresql"
[ -z "$missing" ] || { echo "Packages are missing: apt-get install --no-install-recommends$missing" >&2; exit 2; }
PATH=$PATH:/usr/sbin

runs() { [ -f "$1" ] && kill -0 "$(head -1 "$1")" 2>/dev/null; }
met() { if [ -n "${PATRONI_CUTTABLE:-}" ]; then echo $((port + $2)); else echo $((port + $1)); fi; }

write_node() {
  cat > "n$1.yml" <<CONF
scope: permille
name: n$1
restapi: {listen: 127.0.0.1:$((port + 20 + $1)), connect_address: 127.0.0.1:$(met $((20 + $1)) $((50 + $1)))}
# Patroni must not use the addresses that etcd reports, because a cut network would leave those open.
etcd3: {hosts: ['127.0.0.1:$(met 31 $((60 + $1)))'], use_proxies: true}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    primary_stop_timeout: 10
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      remove_data_directory_on_rewind_failure: true
      remove_data_directory_on_diverged_timelines: true
      parameters: {max_connections: 150, shared_buffers: 64MB, max_wal_size: 128MB, min_wal_size: 32MB, wal_keep_size: 64MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
postgresql:
  listen: 127.0.0.1:$((port + 10 + $1))
  connect_address: 127.0.0.1:$(met $((10 + $1)) $((40 + $1)))
  data_dir: $folder/n$1/data
  bin_dir: $bin
  pgpass: $folder/n$1/pgpass
  authentication: {superuser: {username: postgres}, replication: {username: replicator}, rewind: {username: rewinder}}
  parameters: {unix_socket_directories: $folder/run, wal_sender_timeout: 5s, wal_receiver_timeout: 5s}
CONF
}

write_haproxy() {
  cat > haproxy.cfg <<CONF
global
  maxconn 2000
  hard-stop-after 1s
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
$(for use in primary:0 replica:1; do
    echo "listen ${use%:*}"
    echo "  bind 127.0.0.1:$((port + ${use#*:}))"
    echo "  option httpchk GET /${use%:*}"
    echo "  http-check expect status 200"
    # Closes connections to a node that is no longer the primary, or no longer follows it.
    echo "  default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions"
    for n in $nodes; do
      echo "  server n$n 127.0.0.1:$(met $((10 + n)) $((40 + n))) check port $(met $((20 + n)) $((50 + n)))"
    done
  done)
CONF
}

# start NAME COMMAND...: starts the command unless it runs, with its output in NAME.log.
start() {
  local name=$1; shift
  runs "$name.pid" && return
  "${as[@]}" setsid "$@" >> "$name.log" 2>&1 < /dev/null &
  echo $! > "$name.pid"
}

leader() { curl --silent --fail --output /dev/null --max-time 2 "http://127.0.0.1:$((port + 20 + $1))/primary"; }
ready() {
  for n in $nodes; do
    leader "$n" && curl --silent --max-time 2 "http://127.0.0.1:$((port + 20 + n))/cluster" | grep -q '"sync_standby"' && return
  done
  return 1
}

case "$1" in
start)
  # Patroni does not run as root, so its user must be able to reach the folder.
  mkdir -p run
  for n in $nodes; do mkdir -p "n$n"; [ -f "n$n.yml" ] || write_node "$n"; done
  [ -f haproxy.cfg ] || write_haproxy
  [ ${#as[@]} -eq 0 ] || chown -h postgres: . run n1 n2 n3
  client=http://127.0.0.1:$((port + 31)); peer=http://127.0.0.1:$((port + 32))
  start etcd etcd --name drill --data-dir "$folder/etcd" --log-level warn \
    --listen-client-urls "$client" --advertise-client-urls "$client" \
    --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "drill=$peer"
  for n in $nodes; do start "n$n" patroni "n$n.yml"; done
  for n in $nodes; do
    # Root copies it, because the other user may not be able to reach this file.
    start "disk$n" python3 -c "$(cat "$ops/patroni-disk.py")" --config "n$n.yml" --data "n$n/data" --name "n$n" \
      --nodes "n1=127.0.0.1:$((port + 71)),n2=127.0.0.1:$((port + 72)),n3=127.0.0.1:$((port + 73))" \
      --keep-free-mb "${PATRONI_KEEP_FREE_MB:-64}"
  done
  start haproxy haproxy -db -f haproxy.cfg
  for _ in $(seq 300); do
    if ready; then
      echo "DATABASE_URL=postgres://postgres@127.0.0.1:$port/postgres"
      echo "DATABASE_READ_URL=postgres://127.0.0.1:$((port + 1))"
      exit 0
    fi
    sleep 0.2
  done
  echo "No node leads with a synchronous standby; see $folder/*.log" >&2
  exit 1 ;;
status)
  for n in $nodes; do
    runs "n$n.pid" || continue
    curl --silent --fail --max-time 2 "http://127.0.0.1:$((port + 20 + n))/cluster" && echo && exit 0
  done
  echo "No node of $folder answers." >&2
  exit 1 ;;
stop)
  # Patroni ends its PostgreSQL. If Patroni died, PostgreSQL is ended here.
  for name in disk1 disk2 disk3 haproxy n1 n2 n3; do ! runs "$name.pid" || kill "$(cat "$name.pid")"; done
  for name in n1 n2 n3; do
    for _ in $(seq 150); do runs "$name.pid" || break; sleep 0.2; done
    ! runs "$name/data/postmaster.pid" || kill -QUIT "$(head -1 "$name/data/postmaster.pid")"
  done
  ! runs etcd.pid || kill "$(cat etcd.pid)"
  rm -f ./*.pid ;;
*) usage ;;
esac
