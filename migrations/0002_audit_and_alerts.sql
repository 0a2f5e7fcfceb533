-- Who did what to what, when, from which state to which. Append-only.
create table audit_entries (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- 'user:<id>', 'provider:<name>' or 'system', as in the ledger.
  actor text not null check (actor <> ''),
  -- 'cause.created', 'donation.refunded', …: the kind of thing and what happened to it.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text not null,
  -- What was so before and after, of the fields that changed; null where there was nothing or is nothing.
  before jsonb,
  after jsonb,
  reason text not null default ''
);
-- The trail, newest first, and the trail of one thing or one person.
create index audit_entries_newest on audit_entries (created_at desc, id desc);
create index audit_entries_subject on audit_entries (subject_id, created_at desc, id desc);
create index audit_entries_actor on audit_entries (actor, created_at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only';
end
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- What a person has to look at. Raised once, however often it is noticed, until it is settled.
create table alerts (
  id uuid primary key,
  -- What it is about: 'deficit:<donation>', 'mail:dead-letters', …
  key text not null,
  created_at timestamptz(3) not null default now(),
  title text not null,
  message text not null,
  -- Where in the admin area one can do something about it.
  path text not null,
  settled_at timestamptz(3),
  settled_by text
);
create unique index alerts_open on alerts (key) where settled_at is null;
