-- Conventions: ids are UUIDv7 made by the server; money is bigint in cents; moments are
-- timestamptz(3), because a page cursor passes through JavaScript, which keeps milliseconds.

create table causes (
  id uuid primary key,
  name text not null check (name = btrim(name) and name <> ''),
  created_at timestamptz(3) not null default now()
);
-- "Food" and "food" would be one cause to a donor.
create unique index causes_name_unique on causes (lower(name));

create table users (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Null until an invited administrator has chosen one.
  password_hash text,
  created_at timestamptz(3) not null default now()
);
create unique index users_email_unique on users (lower(email));

create table sessions (
  -- SHA-256 of the secret in the cookie: whoever reads this table cannot sign in with it.
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
-- Ends all sessions of a user.
create index sessions_user on sessions (user_id);

-- Secrets sent in links: an invitation, a forgotten password, the first administrator. Used up by deletion.
create table account_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('invitation', 'reset', 'setup')),
  user_id uuid references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((purpose = 'setup') = (user_id is null))
);
create index account_tokens_user on account_tokens (user_id);

-- A donor on the way to the payment page. Not a donation, and nothing counts it as one.
create table checkouts (
  id uuid primary key,
  status text not null default 'started' check (status in ('started', 'paid', 'cancelled', 'expired')),
  cause_id uuid references causes on delete set null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What the donor typed about themselves; moved to the donation once it is paid.
  details jsonb,
  provider text not null,
  session_id text unique,
  url text,
  idempotency_key text unique,
  request_hash text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A cause cannot vanish under somebody who is paying for it.
  constraint checkouts_cause_while_open check (status in ('cancelled', 'expired') or cause_id is not null)
);
-- "Is anybody paying for this cause?" before it is deleted, and the foreign key.
create index checkouts_cause on checkouts (cause_id);

create table donations (
  -- The id of the checkout that was paid.
  id uuid primary key references checkouts,
  created_at timestamptz(3) not null default now(),
  payment_intent_id text not null unique,
  cause_id uuid not null references causes,
  description text not null,
  is_available_to_volunteer_time boolean not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  zip text not null,
  amount_cents bigint not null check (amount_cents > 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  allocated_cents bigint not null default 0 check (allocated_cents >= 0),
  constraint donations_not_over_allocated check (allocated_cents + returned_cents <= amount_cents)
);
-- The admin list and its pages, newest first.
create index donations_newest on donations (created_at desc, id desc);
-- The same list as it opens: only donations with something left, often few among very many.
create index donations_available_newest on donations (created_at desc, id desc)
  where amount_cents - returned_cents - allocated_cents > 0;
-- Counting the donations of a cause, and the filter by cause.
create index donations_cause on donations (cause_id, created_at desc, id desc);

create table nominations (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  cause_id uuid not null references causes,
  nominee text not null,
  description text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  zip text not null,
  is_accepted boolean not null default false,
  is_rejected boolean not null default false,
  is_completed boolean not null default false,
  allocated_cents bigint not null default 0 check (allocated_cents >= 0),
  check (not (is_accepted and is_rejected)),
  check (is_accepted or not is_completed),
  constraint nominations_money_needs_acceptance check (is_accepted or allocated_cents = 0)
);
create index nominations_newest on nominations (created_at desc, id desc);
-- Counting the nominations of a cause, and the filter by cause.
create index nominations_cause on nominations (cause_id, created_at desc, id desc);

create table allocations (
  id uuid primary key,
  donation_id uuid not null references donations,
  nomination_id uuid not null references nominations,
  -- 0 once released; the ledger keeps how it came and went.
  amount_cents bigint not null check (amount_cents >= 0),
  created_at timestamptz(3) not null default now()
);
-- The allocations of a donation or of a nomination, in both modals and lists.
create index allocations_donation on allocations (donation_id);
create index allocations_nomination on allocations (nomination_id);

-- Every move of every cent, one donation at a time. Append-only.
create table ledger_entries (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  kind text not null,
  donation_id uuid not null references donations,
  from_place text not null,
  to_place text not null,
  -- The need that the money goes to or comes from.
  nomination_id uuid references nominations,
  allocation_id uuid references allocations,
  amount_cents bigint not null check (amount_cents > 0),
  -- 'user:<id>', 'provider:<name>' or 'system'.
  actor text not null check (actor <> ''),
  -- What made it happen: the provider's event id, or the call of the API.
  cause text not null check (cause <> ''),
  reason text not null default '',
  constraint ledger_entries_move check (
    (kind, from_place, to_place) in (
      ('payment', 'outside', 'waiting'),
      ('allocation', 'waiting', 'allocated'),
      ('release', 'allocated', 'waiting'),
      ('refund', 'waiting', 'outside'),
      ('dispute', 'waiting', 'outside')
    )
  ),
  constraint ledger_entries_need check (
    ('allocated' in (from_place, to_place)) = (nomination_id is not null and allocation_id is not null)
  )
);
create index ledger_entries_donation on ledger_entries (donation_id);
create index ledger_entries_nomination on ledger_entries (nomination_id);
create index ledger_entries_allocation on ledger_entries (allocation_id);
-- A donation is paid once.
create unique index ledger_entries_one_payment on ledger_entries (donation_id) where kind = 'payment';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only: correct a mistake with a new entry';
end
$$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- What payment providers told us, each event once.
create table payment_events (
  provider text not null,
  event_id text not null,
  type text not null,
  checkout_id uuid references checkouts,
  outcome text not null check (outcome in ('booked', 'noted', 'ignored', 'refused')),
  -- Why an event was refused.
  note text not null default '',
  received_at timestamptz(3) not null default now(),
  primary key (provider, event_id)
);

-- Answers of money calls by the caller's Idempotency-Key, so that a retry books nothing twice.
create table idempotency_keys (
  key text not null,
  scope text not null,
  request_hash text not null,
  response jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (scope, key)
);
