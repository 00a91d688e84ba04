#!/usr/bin/env bash
# Runs in the image of ops/Dockerfile.bucket: starts Ceph, creates the bucket S3_BUCKET and runs until a signal to stop.
set -euo pipefail
export RADOSGW_ADDRESS=0.0.0.0 RADOSGW_ACCESS_KEY=$S3_ACCESS_KEY_ID RADOSGW_SECRET_KEY=$S3_SECRET_ACCESS_KEY
rm -f /tmp/ready
/opt/radosgw.sh start /data > /dev/null
trap '/opt/radosgw.sh stop /data; exit 0' TERM INT
# Creating an existing bucket changes nothing. The header is the SHA-256 of an empty body.
curl --silent --show-error --fail --request PUT --aws-sigv4 aws:amz:us-east-1:s3 \
  --header x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 \
  --user "$S3_ACCESS_KEY_ID:$S3_SECRET_ACCESS_KEY" "http://127.0.0.1:4320/$S3_BUCKET"
touch /tmp/ready
tail --pid="$(cat /data/client.rgw.a.pid)" --follow /dev/null & wait $!
