-- Who pays what payments cost: donors who add it, and money that the charity puts in. The cents of a donation stay
-- whole, so what a donor adds is beside them and never part of them.

alter table checkouts add column cover_cents bigint not null default 0 check (cover_cents >= 0);
alter table donations add column cover_cents bigint not null default 0 check (cover_cents >= 0);
alter table donations add constraint donations_cover_is_paid_by_card
  check (cover_cents = 0 or payment_intent_id is not null);

-- What of a refund or dispute returns what the donor added. The rest returns the donation, and is in the ledger.
alter table refunds add column cover_cents bigint not null default 0 check (cover_cents between 0 and amount_cents);
alter table disputes add column cover_cents bigint not null default 0
  check (cover_cents between 0 and booked_withdrawn_cents - booked_reinstated_cents);

-- The parts of the fee, as the provider names them; none for what it told before.
alter table balance_transactions add column fee_parts jsonb not null default '[]';

alter table operations_entries drop constraint operations_entries_kind_check;
alter table operations_entries drop constraint operations_entries_check;
alter table operations_entries add constraint operations_entries_kind_check check (kind in (
  'cover', 'cover_returned', 'processing_fee', 'fee_correction', 'dispute_fee', 'dispute_fee_returned', 'service_fee',
  'top_up'));
-- Test money leaves the books with its donation, and so does what was added to it.
alter table operations_entries add column donation_id uuid references donations on delete cascade;
alter table operations_entries add constraint operations_entries_source check (case
  when kind in ('cover', 'cover_returned') then balance_transaction_id is null and donation_id is not null
  when kind = 'top_up' then balance_transaction_id is null and donation_id is null
  else balance_transaction_id is not null and donation_id is null end);
-- What a donor added is booked once.
create unique index operations_entries_cover on operations_entries (donation_id) where kind = 'cover';
create index operations_entries_donation on operations_entries (donation_id) where donation_id is not null;

-- What the book comes to, in one row, so that a public page costs the same whatever has happened.
create table operations_totals (
  id boolean primary key default true check (id),
  -- What donors added, less what went back to them.
  covered_cents bigint not null,
  -- What the charity put in, less what it took out.
  topped_up_cents bigint not null,
  -- What payments, disputes, and the provider's bills cost.
  costs_cents bigint not null,
  -- Since when the costs are not paid; null if they are.
  below_since timestamptz(3),
  check ((below_since is not null) = (covered_cents + topped_up_cents < costs_cents))
);
-- Costs of before count as unpaid from now on: until now, nobody could say who pays them.
insert into operations_totals (covered_cents, topped_up_cents, costs_cents, below_since)
select 0, topped_up, costs, case when topped_up < costs then now() end
from (
  select coalesce(sum(amount_cents) filter (where kind = 'top_up'), 0) as topped_up,
    coalesce(-sum(amount_cents) filter (where kind <> 'top_up'), 0) as costs
  from operations_entries
) as sums;

create function keep_operations_totals() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  covered bigint := case when new.kind in ('cover', 'cover_returned') then new.amount_cents else 0 end;
  topped_up bigint := case when new.kind = 'top_up' then new.amount_cents else 0 end;
  costs bigint := case when covered = 0 and topped_up = 0 then -new.amount_cents else 0 end;
begin
  update operations_totals set
    covered_cents = covered_cents + covered,
    topped_up_cents = topped_up_cents + topped_up,
    costs_cents = costs_cents + costs,
    below_since = case
      when covered_cents + topped_up_cents - costs_cents + new.amount_cents < 0 then coalesce(below_since, new.created_at)
    end;
  return null;
end
$$;
-- At the end of the transaction, when it waits for nothing else anymore: all that books costs shares this row.
create constraint trigger operations_entries_keep_totals after insert on operations_entries
  deferrable initially deferred for each row execute function keep_operations_totals();

create or replace function take_test_costs_out_of_books() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from operations_entries where not is_real;
  delete from balance_transactions where not is_real;
  update operations_totals set covered_cents = 0, topped_up_cents = 0, costs_cents = 0, below_since = null;
  return null;
end
$$;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'owner', 'settings'));
