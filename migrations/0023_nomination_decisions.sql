-- What was decided about a nomination, so that the last decision can be undone until its mail leaves, and the
-- nominator gets only mail about what still holds.
create table nomination_decisions (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  -- The first decision about a nomination has the number 1. Moments would not do: a transaction that began earlier
  -- can be the one that decided later.
  position integer not null check (position > 0),
  action text not null check (action in ('accept', 'reject', 'complete')),
  status_before text not null check (status_before in ('pending', 'accepted', 'rejected', 'completed')),
  hid_page boolean not null,
  created_at timestamptz not null default now(),
  -- Until then it can be undone, and its mail waits.
  undoable_until timestamptz not null default now() + interval '10 minutes',
  undone_at timestamptz,
  -- The job of its mail; null if there is none, because the nominator knows already, or because it was withdrawn.
  mail_id uuid,
  -- When the mail was first handed over to be sent.
  mail_left_at timestamptz,
  unique (nomination_id, position),
  check (undone_at is null or mail_left_at is null)
);
create index nomination_decisions_mail on nomination_decisions (mail_id) where mail_id is not null;
