-- Whoever stands in a file that is not imported yet is found by their address, whatever becomes of their line. An address
-- is here for as long as the file is.
create table import_addresses (
  import_id uuid not null references imports on delete cascade,
  -- In lower case.
  email text not null,
  primary key (import_id, email)
);
create index import_addresses_email on import_addresses (email);

create function forget_import_addresses() returns trigger language plpgsql as $$
begin
  delete from import_addresses where import_id = new.id;
  return null;
end
$$;
create trigger imports_forget_addresses after update of storage_key on imports
  for each row when (new.storage_key is null) execute function forget_import_addresses();

-- Nobody knows who stands in the files from before, and an erasure would miss them. What was checked can be imported
-- without its file.
update imports set
  storage_key = null,
  revision = revision + 1,
  state = case when state = 'checking' then 'uploaded' else state end,
  problem = 'This file was deleted with an update of our software. What was checked before can still be imported; for the rest, upload it again.'
where storage_key is not null;
