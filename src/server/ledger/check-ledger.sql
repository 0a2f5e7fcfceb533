-- Proves that every balance equals the ledger entries behind it. One row for each difference; none is right.
with entry_sums as (
  select
    donation_id,
    coalesce(sum(amount_cents) filter (where kind = 'payment'), 0) as paid,
    coalesce(sum(amount_cents) filter (where to_place = 'outside'), 0) as returned,
    coalesce(sum(amount_cents) filter (where to_place = 'allocated'), 0)
      - coalesce(sum(amount_cents) filter (where from_place = 'allocated'), 0) as allocated,
    count(*) filter (where kind = 'payment') as payments
  from ledger_entries
  group by donation_id
),
need_sums as (
  select
    nomination_id,
    sum(case when to_place = 'allocated' then amount_cents else -amount_cents end) as allocated
  from ledger_entries
  where nomination_id is not null
  group by nomination_id
),
allocation_sums as (
  select
    allocation_id,
    sum(case when to_place = 'allocated' then amount_cents else -amount_cents end) as allocated
  from ledger_entries
  where allocation_id is not null
  group by allocation_id
)
select differences.check, differences.id, differences.balance::bigint as balance, differences.entries::bigint as entries
from (
select 'donation: paid' as check, donations.id, donations.amount_cents as balance, coalesce(entry_sums.paid, 0) as entries
from donations left join entry_sums on entry_sums.donation_id = donations.id
where donations.amount_cents is distinct from entry_sums.paid
union all
select 'donation: paid once', donations.id, 1, coalesce(entry_sums.payments, 0)
from donations left join entry_sums on entry_sums.donation_id = donations.id
where entry_sums.payments is distinct from 1
union all
select 'donation: returned', donations.id, donations.returned_cents, entry_sums.returned
from donations join entry_sums on entry_sums.donation_id = donations.id
where donations.returned_cents <> entry_sums.returned
union all
select 'donation: allocated', donations.id, donations.allocated_cents, entry_sums.allocated
from donations join entry_sums on entry_sums.donation_id = donations.id
where donations.allocated_cents <> entry_sums.allocated
union all
select 'donation: allocated plus returned within paid', donations.id, donations.amount_cents, donations.allocated_cents + donations.returned_cents
from donations
where donations.allocated_cents + donations.returned_cents > donations.amount_cents
union all
select 'nomination: allocated', nominations.id, nominations.allocated_cents, coalesce(need_sums.allocated, 0)
from nominations left join need_sums on need_sums.nomination_id = nominations.id
where nominations.allocated_cents <> coalesce(need_sums.allocated, 0)
union all
select 'allocation: amount', allocations.id, allocations.amount_cents, coalesce(allocation_sums.allocated, 0)
from allocations left join allocation_sums on allocation_sums.allocation_id = allocations.id
where allocations.amount_cents <> coalesce(allocation_sums.allocated, 0)
union all
-- Counts the entries that name another donation or nomination than the allocation does.
select 'allocation: one donation, one nomination', allocations.id, 0, count(*)
from allocations join ledger_entries on ledger_entries.allocation_id = allocations.id
where (ledger_entries.donation_id, ledger_entries.nomination_id) <> (allocations.donation_id, allocations.nomination_id)
group by allocations.id
union all
select 'checkout: paid exactly when there is a donation', checkouts.id, (checkouts.status = 'paid')::int, (donations.id is not null)::int
from checkouts left join donations on donations.id = checkouts.id
where (checkouts.status = 'paid') <> (donations.id is not null)
) as differences
order by differences.check, differences.id
