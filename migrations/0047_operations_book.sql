-- What payments cost, and the money that pays for it: the cents of a donation stay whole.

-- Everything that moved the balance at the payment provider, as it says. Never changed; entries are derived from it.
create table balance_transactions (
  -- The provider's id.
  id text primary key,
  provider text not null,
  created_at timestamptz(3) not null,
  -- The provider's words for what moved.
  type text not null,
  category text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null check (net_cents = amount_cents - fee_cents),
  -- That of the account, which may not be that of the books.
  currency char(3) not null,
  -- What one unit of the payment's currency was worth in it; null if they are the same.
  exchange_rate numeric check (exchange_rate > 0),
  -- The payment that it is about, if it is about one. It may be one of another site at the same provider.
  payment_intent_id text,
  is_real boolean not null references books (is_real) deferrable initially deferred
);
create index balance_transactions_payment on balance_transactions (payment_intent_id) where payment_intent_id is not null;
create index balance_transactions_newest on balance_transactions (created_at desc, id desc);

-- The second book: money for running costs. Each entry adds to it or takes from it.
create table operations_entries (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  kind text not null check (kind in (
    'processing_fee', 'fee_correction', 'dispute_fee', 'dispute_fee_returned', 'service_fee', 'top_up')),
  amount_cents bigint not null check (amount_cents <> 0),
  currency char(3) not null default book_currency() references books (currency),
  -- What it is derived from.
  balance_transaction_id text unique references balance_transactions,
  -- Somebody of the team puts money in or takes it out, and says why.
  reason text not null default '',
  -- 'user:<id>', 'provider:<name>', or 'system'.
  actor text not null check (actor <> ''),
  is_real boolean not null references books (is_real) deferrable initially deferred,
  check ((kind = 'top_up') = (balance_transaction_id is null)),
  check (kind <> 'top_up' or reason <> '')
);
create index operations_entries_newest on operations_entries (created_at desc, id desc);

-- Append-only, as the ledger is; only test money ever leaves.
create function refuse_operations_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not old.is_real and exists (select from books where is_real) then return old; end if;
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger operations_entries_append_only before update or delete on operations_entries
  for each row execute function refuse_operations_change();
create trigger operations_entries_not_emptied before truncate on operations_entries
  for each statement execute function refuse_ledger_change();
create trigger balance_transactions_append_only before update or delete on balance_transactions
  for each row execute function refuse_operations_change();
create trigger balance_transactions_not_emptied before truncate on balance_transactions
  for each statement execute function refuse_ledger_change();

-- With the end of a trial, what its test payments cost is nobody's cost.
create function take_test_costs_out_of_books() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from operations_entries where not is_real;
  delete from balance_transactions where not is_real;
  return null;
end
$$;
create trigger books_take_test_costs_out after update of is_real on books
  for each row when (new.is_real and not old.is_real) execute function take_test_costs_out_of_books();

alter table unbooked_objects drop constraint unbooked_objects_kind_check;
alter table unbooked_objects add constraint unbooked_objects_kind_check
  check (kind in ('checkout', 'refund', 'dispute', 'balance'));
