-- What becomes of a payment after the donor has left the payment page: money that comes days later or
-- never, that goes back, that a bank takes back, and the hourly comparison with the provider.

alter table checkouts drop constraint checkouts_status_check;
alter table checkouts add constraint checkouts_status_check
  -- Pending: the donor is done, and the bank will tell in some days. Failed: it told that there is no money.
  check (status in ('started', 'pending', 'paid', 'cancelled', 'expired', 'failed'));
alter table checkouts drop constraint checkouts_cause_while_open;
alter table checkouts add constraint checkouts_cause_while_open
  check (status in ('cancelled', 'expired', 'failed') or cause_id is not null);
-- When it ended without a payment; 30 days later the personal details go.
alter table checkouts add column ended_at timestamptz(3);
update checkouts set ended_at = now() where status in ('cancelled', 'expired');
-- Counts the provider's definite failures to make a payment page: each try has a key of its own there.
alter table checkouts add column attempt int not null default 0;
-- "What has not been paid and is not erased?", once a day; and what may still be paid, once an hour.
create index checkouts_ended on checkouts (ended_at) where ended_at is not null and details is not null;
create index checkouts_open on checkouts (created_at) where status in ('started', 'pending');

-- Money can leave after it was allocated. What is missing then stands here, never silently. Only what
-- returns and releases money writes this column, so allocating too much still breaks the constraint.
alter table donations add column deficit_cents bigint not null default 0;
alter table donations drop constraint donations_not_over_allocated;
alter table donations add constraint donations_not_over_allocated
  check (deficit_cents = greatest(0, allocated_cents + returned_cents - amount_cents));

alter table ledger_entries drop constraint ledger_entries_move;
alter table ledger_entries add constraint ledger_entries_move check (
  (kind, from_place, to_place) in (
    ('payment', 'outside', 'waiting'),
    ('allocation', 'waiting', 'allocated'),
    ('release', 'allocated', 'waiting'),
    ('refund', 'waiting', 'outside'),
    ('refund_reversal', 'outside', 'waiting'),
    ('dispute', 'waiting', 'outside'),
    ('dispute_reversal', 'outside', 'waiting')
  )
);

-- Money given back to a donor, whoever asked for it.
create table refunds (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  provider text not null,
  -- The provider's id; null until it has answered.
  refund_id text,
  payment_intent_id text not null,
  -- Null while the payment itself is not known here: the news of a refund may come first.
  donation_id uuid references donations,
  amount_cents bigint not null check (amount_cents > 0),
  -- It only moves on: requested (by us, unanswered), pending, succeeded, failed.
  status text not null check (status in ('requested', 'pending', 'succeeded', 'failed')),
  -- What of it the ledger holds now.
  booked_cents bigint not null default 0 check (booked_cents in (0, amount_cents)),
  -- 'user:<id>', or 'provider:<name>' when it was made at the provider.
  requested_by text not null,
  reason text not null default '',
  unique (provider, refund_id),
  check (booked_cents = 0 or (donation_id is not null and status in ('pending', 'succeeded')))
);
create index refunds_donation on refunds (donation_id);
create index refunds_payment on refunds (payment_intent_id);

-- A donor's bank wants a payment back.
create table disputes (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  provider text not null,
  dispute_id text not null,
  payment_intent_id text not null,
  donation_id uuid references donations,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('open', 'won', 'lost', 'closed')),
  -- What the bank has taken, and what of it came back: as told, and as the ledger holds it.
  withdrawn_cents bigint not null default 0 check (withdrawn_cents >= 0),
  reinstated_cents bigint not null default 0 check (reinstated_cents >= 0),
  booked_withdrawn_cents bigint not null default 0,
  booked_reinstated_cents bigint not null default 0,
  unique (provider, dispute_id),
  check (booked_withdrawn_cents between 0 and withdrawn_cents),
  check (booked_reinstated_cents between 0 and reinstated_cents)
);
create index disputes_donation on disputes (donation_id);
create index disputes_payment on disputes (payment_intent_id);

-- When we last compared ourselves with the provider, and what it had that we had not.
create table reconciliations (
  provider text primary key,
  finished_at timestamptz(3) not null,
  compared int not null,
  corrected int not null
);
