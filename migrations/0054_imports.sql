-- Donations that an earlier system recorded: a file is uploaded, described, checked, approved by a second person, and
-- booked in batches. Each line of it stands here, with what became of it.
create table imports (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- Not references: an import outlives the accounts of those who handled it.
  uploaded_by uuid not null,
  file_name text not null,
  sha256 text not null,
  -- Null once the file is deleted.
  storage_key text unique,
  bytes bigint not null,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'booking', 'booked', 'taking_back', 'taken_back')),
  -- Grows with every change, so that nobody approves what they have not seen.
  revision int not null default 0,
  -- The titles of the columns, what the file looks like, and how it is read: the next file with the same titles is read
  -- in the same way.
  titles jsonb not null,
  guess jsonb not null,
  mapping jsonb,
  -- The cause of each cause, fund, or campaign of the file.
  causes jsonb not null default '[]',
  -- Why the file could not be read.
  problem text,
  new_count int not null default 0,
  new_cents bigint not null default 0,
  known_count int not null default 0,
  changed_count int not null default 0,
  left_out_count int not null default 0,
  problem_count int not null default 0,
  booked_count int not null default 0,
  taken_back_count int not null default 0,
  booked_by uuid,
  booked_at timestamptz(3),
  taken_back_by uuid,
  taken_back_at timestamptz(3),
  taken_back_reason text,
  check (num_nulls(booked_by, booked_at) in (0, 2)),
  check (num_nulls(taken_back_by, taken_back_at, taken_back_reason) in (0, 3)),
  check ((booked_by is not null) = (state in ('booking', 'booked', 'taking_back', 'taken_back'))),
  check ((taken_back_by is not null) = (state in ('taking_back', 'taken_back'))),
  -- What is done needs no file.
  check (booked_by is null or storage_key is null)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_busy on imports (id) where state in ('checking', 'booking', 'taking_back');

-- What is stored is removed once no row names it.
create trigger imports_discarded after delete on imports
  for each row when (old.storage_key is not null) execute function discard_export();
create trigger imports_emptied after update of storage_key on imports
  for each row when (old.storage_key is not null and new.storage_key is distinct from old.storage_key)
  execute function discard_export();

create table import_lines (
  import_id uuid not null references imports on delete cascade,
  -- Its place in the file, from 1.
  line int not null,
  -- The system in lower case, and its ID of the donation; empty if the line has none.
  system text not null,
  external_id text not null,
  outcome text not null check (outcome in ('new', 'known', 'changed', 'left_out', 'problem')),
  remark text not null,
  -- A hash of what the line says, which tells a line that has changed since.
  sha256 text not null,
  -- What it says; null once it is a donation, which has it then, and for lines that do not come in.
  gift jsonb,
  amount_cents bigint,
  -- What had gone back to the donor before the import.
  returned_cents bigint not null default 0,
  donation_id uuid unique references donations on delete cascade,
  is_taken_back boolean not null default false,
  primary key (import_id, line),
  check ((outcome = 'new') = (amount_cents is not null)),
  check (donation_id is null or (outcome = 'new' and gift is null))
);
-- One donation of a system is imported once, until it is taken back.
create unique index import_lines_once on import_lines (system, external_id)
  where donation_id is not null and not is_taken_back;
create index import_lines_to_book on import_lines (import_id, line) where outcome = 'new' and donation_id is null;
create index import_lines_to_take_back on import_lines (import_id, line)
  where donation_id is not null and not is_taken_back;

-- What happened, and what was imported, stays as it was.
create function refuse_booked_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Test money leaves the books with its donation, and so does its line.
    if exists (select from donations where id = old.donation_id) then
      raise exception 'a line that was imported is never deleted';
    end if;
    return old;
  end if;
  if (new.import_id, new.line, new.system, new.external_id, new.outcome, new.sha256, new.amount_cents, new.returned_cents, new.donation_id)
    is distinct from
    (old.import_id, old.line, old.system, old.external_id, old.outcome, old.sha256, old.amount_cents, old.returned_cents, old.donation_id)
    or (old.is_taken_back and not new.is_taken_back)
  then
    raise exception 'a line that was imported is never changed';
  end if;
  return new;
end
$$;
create trigger import_lines_keep before update or delete on import_lines
  for each row when (old.donation_id is not null) execute function refuse_booked_line_change();

-- An import whose test money has left the books has nothing left to tell.
create function drop_empty_import() returns trigger language plpgsql as $$
begin
  delete from imports where id = old.import_id and booked_by is not null
    and not exists (select from import_lines where import_id = old.import_id and donation_id is not null);
  return null;
end
$$;
create trigger import_lines_drop_import after delete on import_lines
  for each row when (old.donation_id is not null) execute function drop_empty_import();

-- What was given in which month, by the day that the earlier system had.
create index ledger_entries_imported on ledger_entries (created_at) include (amount_cents)
  where kind = 'payment' and source like 'import:%';
create index donations_imported on donations (created_at) include (amount_cents) where source = 'import';

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'month', 'import', 'owner', 'settings'));
