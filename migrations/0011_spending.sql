-- What was paid for a need, with which receipts, and from whose money.

create table spendings (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  nomination_id uuid not null references nominations,
  payee text not null,
  paid_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What for.
  purpose text not null,
  -- Who wrote the proof: the public sees which.
  proof text not null check (proof in ('vendor_receipt', 'statement', 'organiser_note')),
  -- A mistake is undone by a counter-entry, with a reason; the row stays.
  undone_at timestamptz(3),
  undone_reason text,
  check ((undone_at is null) = (undone_reason is null))
);
create index spendings_nomination on spendings (nomination_id, paid_on, id);

-- The receipts of a payment. A file proves one payment.
create table spending_receipts (
  file_id uuid primary key references files,
  spending_id uuid not null references spendings
);
create index spending_receipts_spending on spending_receipts (spending_id);

-- What of an allocation, and of all that a need was given, is spent. Guarded by the nomination's lock.
alter table allocations add column spent_cents bigint not null default 0;
alter table allocations add constraint allocations_spent_within_amount
  check (spent_cents between 0 and amount_cents);
alter table nominations add column spent_cents bigint not null default 0;
alter table nominations add constraint nominations_spent_within_allocated
  check (spent_cents between 0 and allocated_cents);

alter table ledger_entries add column spending_id uuid references spendings;
create index ledger_entries_spending on ledger_entries (spending_id) where spending_id is not null;
alter table ledger_entries drop constraint ledger_entries_move;
alter table ledger_entries add constraint ledger_entries_move check (
  (kind, from_place, to_place) in (
    ('payment', 'outside', 'waiting'),
    ('allocation', 'waiting', 'allocated'),
    ('release', 'allocated', 'waiting'),
    ('refund', 'waiting', 'outside'),
    ('refund_reversal', 'outside', 'waiting'),
    ('dispute', 'waiting', 'outside'),
    ('dispute_reversal', 'outside', 'waiting'),
    ('spending', 'allocated', 'spent'),
    ('spending_reversal', 'spent', 'allocated')
  )
);
alter table ledger_entries add constraint ledger_entries_spending_known check (
  ('spent' in (from_place, to_place)) = (spending_id is not null)
);
