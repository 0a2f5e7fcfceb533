-- Calls that take effect when a second person approves them: what was asked for, exactly as it will be done. Only its
-- status and answer change; everything else is what the second person saw.
create table approvals (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  kind text not null check (kind in ('allocation', 'spending', 'refund', 'owner', 'settings')),
  -- Method and path of the call in the contract, and its validated parameters and body.
  call text not null,
  request jsonb not null,
  -- What both people see: labels and values.
  facts jsonb not null,
  -- SHA-256 of all of that: what somebody approves is what they saw.
  fingerprint text not null,
  requested_by uuid not null references users on delete cascade,
  -- The Idempotency-Key of the call: sending it again asks only once.
  request_key text,
  -- 'approving': somebody has approved it, and it is being done in their name. 'refused': it could not be done.
  status text not null default 'open'
    check (status in ('open', 'approving', 'approved', 'declined', 'withdrawn', 'refused')),
  decided_by uuid references users on delete set null,
  decided_at timestamptz(3),
  -- Why it was declined, or could not be done.
  answer text,
  unique (requested_by, request_key)
);
create index approvals_newest on approvals (created_at desc, id desc);
create index approvals_open on approvals (expires_at) where status in ('open', 'approving');
create index approvals_decided_by on approvals (decided_by);

-- What one person moved without a second one, so that a large sum in small parts takes one, too. Kept for a day.
create table lone_moves (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null default now(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('spending', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  -- The Idempotency-Key of the call: sending it again counts once.
  request_key text,
  unique (user_id, kind, request_key)
);
create index lone_moves_lately on lone_moves (user_id, kind, created_at);
