-- What the server last did about itself: that the database takes writes, that the ledger was right, that
-- there is a backup. One row for each kind of it.
create table operation_marks (
  name text primary key check (name <> ''),
  marked_at timestamptz(3) not null default now(),
  -- What came of it: the differences in the ledger, the bytes of the backup.
  value bigint not null default 0
);
