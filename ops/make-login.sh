#!/bin/sh
# Creates the app's login when the database is created (ops/compose.yaml).
set -eu
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$WEB_PASSWORD" <<'SQL'
create role permille_web login password :'password';
SQL
