#!/bin/sh
# Copies everything that the manifest lists to the backup share.
set -eu
exec rsync -a /data/logs/archive/ backup:/logs/
