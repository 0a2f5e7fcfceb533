-- What the charity decides on the page "Settings": one row for each time that somebody saved it. The newest one counts;
-- as long as there is none, the defaults of src/server/platform/settings do. Append-only.
create table settings_versions (
  id uuid primary key,
  -- Counted without a gap: of two people who change the same version, only one gets the next number.
  version integer not null unique check (version > 0),
  created_at timestamptz(3) not null default now(),
  -- 'user:<id>', as in the audit trail.
  actor text not null check (actor <> ''),
  -- The version that was restored; null if somebody changed the settings.
  restored_version integer check (restored_version < version),
  -- All settings, as they were and as they are with this version.
  before jsonb not null,
  after jsonb not null
);

create function refuse_settings_change() returns trigger language plpgsql as $$
begin
  raise exception 'settings_versions is append-only';
end
$$;
create trigger settings_versions_append_only before update or delete or truncate on settings_versions
  for each statement execute function refuse_settings_change();
