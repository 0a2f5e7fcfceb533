#!/bin/sh
# Creates the role that the server signs in with, or gives it a new password. It owns nothing; `npm run migrate`
# gives it its rights. compose.yaml has the database run this once, when it is new; run it by hand on an older one.
# Needs SITE_DATABASE_PASSWORD, and psql as a superuser: POSTGRES_USER, or whatever PGUSER, PGHOST, and so on say.
set -eu
: "${SITE_DATABASE_PASSWORD:?set it to a long random password of letters and digits}"
export SITE_DATABASE_ROLE="${SITE_DATABASE_ROLE:-everycent_site}"
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 \
  --username="${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname="${POSTGRES_DB:-${PGDATABASE:-postgres}}" <<'SQL'
\getenv role SITE_DATABASE_ROLE
\getenv password SITE_DATABASE_PASSWORD
select format('create role %I', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
alter role :"role" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
SQL
