-- Exports of lists. Small ones are written while they are downloaded; a job makes the others and stores them for a day.
create table exports (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  requested_by uuid not null references users on delete cascade,
  -- One of src/core/export-lists.ts.
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- The parameters that the list was filtered by.
  filter jsonb not null,
  -- Those that whoever asked might see when it was made.
  columns text[] not null,
  row_count bigint not null check (row_count >= 0),
  state text not null check (state in ('direct', 'waiting', 'ready', 'failed', 'deleted')),
  storage_key text unique,
  bytes bigint,
  sha256 text,
  -- When what is stored is deleted.
  expires_at timestamptz(3),
  -- Until when it can be downloaded without asking again.
  opened_until timestamptz(3),
  check ((state = 'ready') = (storage_key is not null)),
  check (state <> 'ready' or (bytes is not null and sha256 is not null and expires_at is not null))
);
create index exports_of on exports (requested_by, created_at desc, id desc);
create index exports_waiting on exports (id) where state = 'waiting';
create index exports_ready on exports (expires_at) where state = 'ready';
create index exports_oldest on exports (created_at);

-- What is stored is removed once no row names it, also when whoever asked for it is removed.
create function discard_export() returns trigger language plpgsql as $$
begin
  insert into discarded_files (key) values (old.storage_key) on conflict do nothing;
  return null;
end
$$;
create trigger exports_discarded after delete on exports
  for each row when (old.storage_key is not null) execute function discard_export();
create trigger exports_emptied after update of storage_key on exports
  for each row when (old.storage_key is not null and new.storage_key is distinct from old.storage_key)
  execute function discard_export();
