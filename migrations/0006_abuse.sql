-- How often something was done in a window of time; shared by every process of the server.
create table call_counts (
  -- What was done: 'POST /api/contact', 'suspicious', …
  name text not null,
  -- Who did it: a keyed hash of the address, never the address itself; empty where everybody counts together.
  caller bytea not null,
  calls integer not null check (calls > 0),
  ends_at timestamptz(3) not null,
  primary key (name, caller)
);
-- Clearing away what is over.
create index call_counts_ends on call_counts (ends_at);

-- Proofs of work that were used: each opens one call only.
create table used_proofs (
  signature text primary key,
  -- After this moment the proof is refused for its age, and the row can go.
  expires_at timestamptz(3) not null
);

-- Attacks that are going on or have just been.
create table attacks (
  kind text primary key check (kind in ('card-testing')),
  -- When its signs were last seen.
  seen_at timestamptz(3) not null default now()
);

-- What happened in the last minutes.
create index payment_events_newest on payment_events (received_at);
create index checkouts_newest on checkouts (created_at);
