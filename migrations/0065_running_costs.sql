-- Donations to a cause for running costs can pay what cards and the bank cost.

-- A cause is for them from the start or never: whoever gave to it knew what it is for.
alter table causes add column is_for_running_costs boolean not null default false;
create function refuse_cause_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a cause is for does not change: donors gave for it';
end
$$;
create trigger causes_keep_purpose before update of is_for_running_costs on causes
  for each row when (new.is_for_running_costs <> old.is_for_running_costs) execute function refuse_cause_change();

-- An expense of such a cause that no line of a bank shows: what it pays was taken from payments, or by the bank.
alter table expenses add column pays_card_costs boolean not null default false;
create function check_cause_pays_card_costs() returns trigger language plpgsql as $$
begin
  if not (select is_for_running_costs from causes join nominations on cause_id = causes.id where nominations.id = new.nomination_id) then
    raise exception 'card costs are only paid from a cause for running costs';
  end if;
  return null;
end
$$;
create constraint trigger expenses_pay_card_costs_of_their_cause after insert or update of pays_card_costs, nomination_id on expenses
  for each row when (new.pays_card_costs) execute function check_cause_pays_card_costs();

alter table operations_entries add column expense_id uuid references expenses on delete cascade;
create index operations_entries_expense on operations_entries (expense_id) where expense_id is not null;
alter table operations_entries drop constraint operations_entries_kind_check;
alter table operations_entries add constraint operations_entries_kind_check check (kind in (
  'cover', 'cover_returned', 'processing_fee', 'fee_correction', 'dispute_fee', 'dispute_fee_returned', 'service_fee',
  'top_up', 'bank_fee', 'running_costs'));
alter table operations_entries drop constraint operations_entries_source;
alter table operations_entries add constraint operations_entries_source check (case
  when kind in ('cover', 'cover_returned') then donation_id is not null and num_nonnulls(balance_transaction_id, expense_id) = 0
  when kind = 'running_costs' then expense_id is not null and num_nonnulls(balance_transaction_id, donation_id) = 0
  when kind in ('top_up', 'bank_fee') then num_nonnulls(balance_transaction_id, donation_id, expense_id) = 0
  else balance_transaction_id is not null and num_nonnulls(donation_id, expense_id) = 0 end);
-- What an expense pays counts on its day; undoing it counts when it happens, as in the ledger.
alter table operations_entries drop constraint operations_entries_dated;
alter table operations_entries add constraint operations_entries_dated check (
  (kind = 'bank_fee' or kind = 'running_costs' and amount_cents > 0) = (counts_on is not null));

alter table operations_totals add column donated_cents bigint not null default 0;
alter table operations_totals alter column donated_cents drop default;
alter table operations_totals drop constraint operations_totals_check;
alter table operations_totals add constraint operations_totals_below check (
  (below_since is not null) = (covered_cents + donated_cents + topped_up_cents < costs_cents));

create or replace function keep_operations_totals() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  covered bigint := case when new.kind in ('cover', 'cover_returned') then new.amount_cents else 0 end;
  donated bigint := case when new.kind = 'running_costs' then new.amount_cents else 0 end;
  topped_up bigint := case when new.kind = 'top_up' then new.amount_cents else 0 end;
  costs bigint := case when new.kind in ('cover', 'cover_returned', 'running_costs', 'top_up') then 0 else -new.amount_cents end;
  totals operations_totals;
begin
  update operations_totals set
    covered_cents = covered_cents + covered,
    donated_cents = donated_cents + donated,
    topped_up_cents = topped_up_cents + topped_up,
    costs_cents = costs_cents + costs,
    below_since = case
      when covered_cents + donated_cents + topped_up_cents - costs_cents + new.amount_cents < 0
      then coalesce(below_since, new.created_at)
    end
  returning * into totals;
  -- A donation is spent only on what was really paid: nobody can spend it on costs to come.
  if donated > 0 and totals.covered_cents + totals.donated_cents + totals.topped_up_cents > totals.costs_cents then
    raise exception 'there are no card costs of that much'
      using errcode = 'check_violation', constraint = 'operations_totals_donated';
  end if;
  -- What donors gave for card costs is not taken out: that would make costs that never were.
  if topped_up < 0 and totals.topped_up_cents < 0 then
    raise exception 'the charity did not put in that much'
      using errcode = 'check_violation', constraint = 'operations_totals_topped_up';
  end if;
  -- A fee that donations have paid does not vanish by a treasurer's word. What the payment provider says is a fact.
  if new.kind = 'bank_fee' and costs < 0 and totals.donated_cents > totals.costs_cents then
    raise exception 'donations have paid this fee'
      using errcode = 'check_violation', constraint = 'operations_totals_costs';
  end if;
  return null;
end
$$;

create or replace function take_test_costs_out_of_books() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from operations_entries where not is_real;
  delete from balance_transactions where not is_real;
  update operations_totals set
    covered_cents = 0, donated_cents = 0, topped_up_cents = 0, costs_cents = 0, below_since = null;
  return null;
end
$$;
