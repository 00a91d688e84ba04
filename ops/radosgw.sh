#!/usr/bin/env bash
# For drills on one machine: a real bucket server, Ceph from Debian's packages with one virtual disk, on loopback.
#   apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-mgr ceph-common
#   ops/radosgw.sh start FOLDER    creates the server at its first start; prints the variables for .env
#   ops/radosgw.sh stop FOLDER     ends the processes; the folder stays
#   RADOSGW_ADDRESS, RADOSGW_ACCESS_KEY, RADOSGW_SECRET_KEY: its address and keys, instead of loopback and new keys
# Not for production: it keeps one copy of everything, and its parts don't authenticate each other.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,7s/^# //p' "$0"; exit 1; }
mkdir -p "$2"; cd "$2"; folder=$PWD
port=${RADOSGW_PORT:-4320}; mon=${CEPH_MON_PORT:-6789}; address=${RADOSGW_ADDRESS:-127.0.0.1}
conf=$folder/ceph.conf
export CEPH_CONF=$conf

if [ "$1" = stop ]; then
  for name in client.rgw.a osd.0 mon.a; do
    [ -f "$folder/$name.pid" ] && kill "$(cat "$folder/$name.pid")" 2>/dev/null || true
  done
  exit 0
fi

write_conf() {
  cat > "$conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = 127.0.0.1:$mon
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
mon allow pool size one = true
mon max pg per osd = 2000
osd crush chooseleaf type = 0
log file = $folder/\$name.log
pid file = $folder/\$name.pid
admin socket = $folder/run/\$name.asok
run dir = $folder/run
setuser match path =
ms bind msgr2 = false
[mon.a]
mon data = $folder/mon
[osd.0]
osd data = $folder/osd0
osd objectstore = bluestore
bluestore block size = ${CEPH_BYTES:-8589934592}
osd memory target = 1073741824
[client.rgw.a]
rgw frontends = beast endpoint=$address:$port
rgw data = $folder/rgw
rgw thread pool size = 32
CONF
}

first=0
if [ ! -f "$conf" ]; then
  first=1
  mkdir -p mon osd0 run rgw
  write_conf
  monmaptool --create --clobber --add a "127.0.0.1:$mon" --fsid "$(awk '/^fsid/{print $3}' "$conf")" monmap >/dev/null
  ceph-mon --mkfs -i a --monmap monmap -c "$conf"
fi
ceph-mon -i a -c "$conf"
if [ $first = 1 ]; then
  timeout 60 ceph -c "$conf" osd create >/dev/null
  ceph-osd -i 0 --mkfs -c "$conf" 2>/dev/null
fi
ceph-osd -i 0 -c "$conf" 2>/dev/null
if [ $first = 1 ]; then
  timeout 60 ceph -c "$conf" osd crush add osd.0 1 root=default host=localhost 2>/dev/null
  access=${RADOSGW_ACCESS_KEY:-$(tr -dc A-Z0-9 < /dev/urandom | head -c 20 || true)}
  secret=${RADOSGW_SECRET_KEY:-$(tr -dc A-Za-z0-9 < /dev/urandom | head -c 40 || true)}
  timeout 120 radosgw-admin -c "$conf" user create --uid=permille --display-name=permille --access-key="$access" --secret-key="$secret" >/dev/null
  (umask 077; printf 'S3_ENDPOINT=http://127.0.0.1:%s\nS3_ACCESS_KEY_ID=%s\nS3_SECRET_ACCESS_KEY=%s\n' "$port" "$access" "$secret" > "$folder/s3.env")
fi
radosgw -n client.rgw.a -c "$conf" 2>/dev/null
for _ in $(seq 300); do
  curl --silent --output /dev/null "http://127.0.0.1:$port/" && { cat "$folder/s3.env"; exit 0; }
  sleep 0.2
done
echo "radosgw does not answer on 127.0.0.1:$port; see $folder/*.log" >&2
exit 1
