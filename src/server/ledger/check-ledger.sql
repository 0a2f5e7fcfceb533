-- Proves that every balance equals the ledger entries behind it, and that the entries are those that were written.
-- One row for each difference; no rows mean that everything is correct.
with entry_sums as (
  select
    donation_id,
    coalesce(sum(amount_cents) filter (where kind = 'payment'), 0) as paid,
    coalesce(sum(amount_cents) filter (where to_place = 'outside'), 0)
      - coalesce(sum(amount_cents) filter (where from_place = 'outside' and kind <> 'payment'), 0) as returned,
    coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)
      - coalesce(sum(amount_cents) filter (where kind = 'refund_reversal'), 0) as refunded,
    coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)
      - coalesce(sum(amount_cents) filter (where kind = 'dispute_reversal'), 0) as disputed,
    -- Allocated in total, whether spent or not.
    coalesce(sum(amount_cents) filter (where kind = 'allocation'), 0)
      - coalesce(sum(amount_cents) filter (where kind = 'release'), 0) as allocated,
    coalesce(sum(amount_cents) filter (where kind = 'spent_before'), 0)
      - coalesce(sum(amount_cents) filter (where kind = 'spent_before_reversal'), 0) as spent_before,
    count(*) filter (where kind = 'payment') as payments
  from ledger_entries
  group by donation_id
),
refund_sums as (
  -- Without what was added for card costs, which is in the operations book.
  select donation_id, sum(booked_cents - cover_cents) filter (where booked_cents > 0) as refunded
  from refunds group by donation_id
),
dispute_sums as (
  select donation_id, sum(booked_withdrawn_cents - booked_reinstated_cents - cover_cents) as disputed
  from disputes group by donation_id
),
need_sums as (
  select
    nomination_id,
    sum(case kind when 'allocation' then amount_cents when 'release' then -amount_cents else 0 end) as allocated,
    sum(case kind when 'spending' then amount_cents when 'spending_reversal' then -amount_cents else 0 end) as spent
  from ledger_entries
  where nomination_id is not null
  group by nomination_id
),
allocation_sums as (
  select
    allocation_id,
    sum(case kind when 'allocation' then amount_cents when 'release' then -amount_cents else 0 end) as allocated,
    sum(case kind when 'spending' then amount_cents when 'spending_reversal' then -amount_cents else 0 end) as spent
  from ledger_entries
  where allocation_id is not null
  group by allocation_id
),
proven_expenses as (
  select expenses.id, expenses.nomination_id, expenses.amount_cents
  from expenses
  join nominations on nominations.id = expenses.nomination_id
  join public_pages on public_pages.nomination_id = expenses.nomination_id
  join expense_receipts on expense_receipts.expense_id = expenses.id
  join files on files.id = expense_receipts.file_id
  where expenses.undone_at is null and public_pages.is_published and nominations.is_accepted
    and allows_use(nominations.consent_said)
  group by expenses.id
  having bool_and(files.is_published and files.consent_withdrawn_at is null)
),
expense_sums as (
  select
    expense_id,
    sum(case kind when 'spending' then amount_cents else -amount_cents end) as spent
  from ledger_entries
  where expense_id is not null
  group by expense_id
),
chained as (
  select
    id, donation_id, position, hash,
    lag(position, 1, 0) over chain as previous,
    public.ledger_entry_hash(lag(hash, 1, ''::bytea) over chain, position, ledger_entries) = hash as fits
  from ledger_entries
  window chain as (partition by donation_id order by position)
),
-- What the chain of each donation that has entries comes to.
ends as (
  select distinct on (donation_id) donation_id, position, hash
  from ledger_entries
  order by donation_id, position desc
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
select 'donation: spent before', donations.id, donations.spent_before_cents, entry_sums.spent_before
from donations join entry_sums on entry_sums.donation_id = donations.id
where donations.spent_before_cents <> entry_sums.spent_before
union all
-- Allocated and returned money may exceed the paid amount only by the deficit that is booked and shown.
select 'donation: deficit', donations.id, donations.deficit_cents, greatest(0, entry_sums.allocated + entry_sums.returned + entry_sums.spent_before - entry_sums.paid)
from donations join entry_sums on entry_sums.donation_id = donations.id
where donations.deficit_cents <> greatest(0, entry_sums.allocated + entry_sums.returned + entry_sums.spent_before - entry_sums.paid)
union all
select 'donation: refunds', donations.id, coalesce(refund_sums.refunded, 0), entry_sums.refunded
from donations join entry_sums on entry_sums.donation_id = donations.id
left join refund_sums on refund_sums.donation_id = donations.id
where coalesce(refund_sums.refunded, 0) <> entry_sums.refunded
union all
select 'donation: disputes', donations.id, coalesce(dispute_sums.disputed, 0), entry_sums.disputed
from donations join entry_sums on entry_sums.donation_id = donations.id
left join dispute_sums on dispute_sums.donation_id = donations.id
where coalesce(dispute_sums.disputed, 0) <> entry_sums.disputed
union all
-- A line of a confirmed deposit is one donation of its amount, and a returned one has left it.
select 'deposit: donation of a line', deposit_lines.id, deposit_lines.cents, coalesce(donations.amount_cents, 0)
from deposit_lines join deposits on deposits.id = deposit_lines.deposit_id and deposits.state = 'confirmed'
left join donations on donations.id = deposit_lines.donation_id
where deposit_lines.cents is distinct from donations.amount_cents
union all
select 'deposit: returned', deposit_lines.id, case when returned_as is null then 0 else deposit_lines.cents end, coalesce(left_again.cents, 0)
from deposit_lines
left join lateral (
  select sum(amount_cents) as cents from ledger_entries
  where ledger_entries.donation_id = deposit_lines.donation_id and ledger_entries.kind in ('reversal', 'bounce')
) as left_again on true
where case when returned_as is null then 0 else deposit_lines.cents end <> coalesce(left_again.cents, 0)
union all
-- What a line of the bank was matched with is all of it.
select 'bank line: its matches', bank_lines.id, bank_lines.cents, sum(bank_matches.cents)
from bank_lines join bank_matches on bank_matches.line_id = bank_lines.id
group by bank_lines.id having bank_lines.cents <> sum(bank_matches.cents)
union all
-- The fees of a bank in the operations book are those of the lines.
select 'bank line: its fee in the operations book', bank_lines.id, bank_matches.cents, operations_entries.amount_cents
from bank_matches
join bank_lines on bank_lines.id = bank_matches.line_id
join operations_entries on operations_entries.id = bank_matches.operations_entry_id
where (bank_matches.cents, bank_lines.booked_on) is distinct from (operations_entries.amount_cents, operations_entries.counts_on)
union all
-- No deposit reached the bank with more than was entered, nor did an expense leave it with more than was paid.
select 'deposit: at the bank at most once', deposits.id, deposited.cents, matched.cents
from deposits
cross join lateral (select sum(cents) as cents from deposit_lines where deposit_id = deposits.id) as deposited
cross join lateral (
  select sum(bank_matches.cents) as cents from bank_matches
  left join deposit_lines on deposit_lines.donation_id = bank_matches.donation_id
  where deposits.id in (bank_matches.deposit_id, deposit_lines.deposit_id) and bank_matches.cents > 0
) as matched
where matched.cents > deposited.cents
union all
select 'expense: left the bank at most once', expenses.id, expenses.amount_cents, -matched.cents
from expenses
cross join lateral (select sum(cents) as cents from bank_matches where expense_id = expenses.id) as matched
where -matched.cents > expenses.amount_cents
union all
-- An imported line is one donation of its amount.
select 'import: donation of a line', import_lines.donation_id, import_lines.amount_cents, donations.amount_cents
from import_lines join donations on donations.id = import_lines.donation_id
where import_lines.amount_cents <> donations.amount_cents
union all
-- What was taken back has nothing left.
select 'import: taken back', donations.id, 0, donations.amount_cents - donations.returned_cents
from import_lines join donations on donations.id = import_lines.donation_id
where import_lines.is_taken_back and donations.returned_cents <> donations.amount_cents
union all
select 'import: booked', imports.id, imports.booked_count, coalesce(counted.lines, 0)
from imports left join (
  select import_id, count(*) as lines from import_lines where donation_id is not null group by import_id
) as counted on counted.import_id = imports.id
where imports.booked_count <> coalesce(counted.lines, 0)
union all
select 'nomination: allocated', nominations.id, nominations.allocated_cents, coalesce(need_sums.allocated, 0)
from nominations left join need_sums on need_sums.nomination_id = nominations.id
where nominations.allocated_cents <> coalesce(need_sums.allocated, 0)
union all
select 'allocation: amount', allocations.id, allocations.amount_cents, coalesce(allocation_sums.allocated, 0)
from allocations left join allocation_sums on allocation_sums.allocation_id = allocations.id
where allocations.amount_cents <> coalesce(allocation_sums.allocated, 0)
union all
-- Counts the entries whose donation or nomination differs from the allocation's.
select 'allocation: one donation, one nomination', allocations.id, 0, count(*)
from allocations join ledger_entries on ledger_entries.allocation_id = allocations.id
where (ledger_entries.donation_id, ledger_entries.nomination_id) <> (allocations.donation_id, allocations.nomination_id)
group by allocations.id
union all
select 'cause: donations', causes.id, causes.donation_count, coalesce(counted.donations, 0)
from causes left join (select cause_id, count(*) as donations from donations group by cause_id) as counted on counted.cause_id = causes.id
where causes.donation_count <> coalesce(counted.donations, 0)
union all
select 'cause: nominations', causes.id, causes.nomination_count, coalesce(counted.nominations, 0)
from causes left join (select cause_id, count(*) as nominations from nominations group by cause_id) as counted on counted.cause_id = causes.id
where causes.nomination_count <> coalesce(counted.nominations, 0)
union all
select 'nomination: spent', nominations.id, nominations.spent_cents, coalesce(need_sums.spent, 0)
from nominations left join need_sums on need_sums.nomination_id = nominations.id
where nominations.spent_cents <> coalesce(need_sums.spent, 0)
union all
select 'allocation: spent', allocations.id, allocations.spent_cents, coalesce(allocation_sums.spent, 0)
from allocations left join allocation_sums on allocation_sums.allocation_id = allocations.id
where allocations.spent_cents <> coalesce(allocation_sums.spent, 0)
union all
-- An expense counts with all its cents, or is undone with all of them.
select 'expense: amount', expenses.id, case when expenses.undone_at is null then expenses.amount_cents else 0 end, coalesce(expense_sums.spent, 0)
from expenses left join expense_sums on expense_sums.expense_id = expenses.id
where case when expenses.undone_at is null then expenses.amount_cents else 0 end <> coalesce(expense_sums.spent, 0)
union all
-- Counts the entries of an expense that take money of a different nomination.
select 'expense: money of its own need', expenses.id, 0, count(*)
from expenses join ledger_entries on ledger_entries.expense_id = expenses.id
where ledger_entries.nomination_id <> expenses.nomination_id
group by expenses.id
union all
select 'expense: has a receipt', expenses.id, 1, 0
from expenses
where expenses.undone_at is null
  and not exists (select from expense_receipts where expense_receipts.expense_id = expenses.id)
union all
-- What the public pages add up: the kept sums of each cause against the balances that are checked above.
select 'cause: ' || kept.name, causes.id, kept.balance, kept.rows
from causes
left join cause_totals on cause_totals.cause_id = causes.id
left join (
  select cause_id, sum(amount_cents) as given, sum(returned_cents) as returned, sum(allocated_cents) as allocated, sum(deficit_cents) as deficit,
    sum(spent_before_cents) as spent_before
  from donations group by cause_id
) as from_donations on from_donations.cause_id = causes.id
left join (
  select nominations.cause_id, sum(spent_cents) as spent, sum(allocated_cents - spent_cents) filter (where is_published and is_accepted and allows_use(consent_said)) as visible
  from nominations left join public_pages on public_pages.nomination_id = nominations.id
  group by nominations.cause_id
) as from_needs on from_needs.cause_id = causes.id
left join (
  select nominations.cause_id, sum(amount_cents) as proven
  from proven_expenses join nominations on nominations.id = proven_expenses.nomination_id
  group by nominations.cause_id
) as from_expenses on from_expenses.cause_id = causes.id
cross join lateral (values
  ('given', cause_totals.given_cents, coalesce(from_donations.given, 0)),
  ('returned', cause_totals.returned_cents, coalesce(from_donations.returned, 0)),
  ('allocated', cause_totals.allocated_cents, coalesce(from_donations.allocated, 0)),
  ('deficit', cause_totals.deficit_cents, coalesce(from_donations.deficit, 0)),
  ('spent before', cause_totals.spent_before_cents, coalesce(from_donations.spent_before, 0)),
  ('spent', cause_totals.spent_cents, coalesce(from_needs.spent, 0)),
  ('unspent, of needs that everyone can open', cause_totals.visible_unspent_cents, coalesce(from_needs.visible, 0)),
  ('proven', cause_totals.proven_cents, coalesce(from_expenses.proven, 0))
) as kept (name, balance, rows)
where kept.balance is distinct from kept.rows
union all
select 'expense: proven', expenses.id, expenses.is_proven::int, (proven_expenses.id is not null)::int
from expenses left join proven_expenses on proven_expenses.id = expenses.id
where expenses.undone_at is null and expenses.is_proven <> (proven_expenses.id is not null)
union all
select 'public page: what everyone can open', public_pages.nomination_id, public_pages.is_visible::int, (public_pages.is_published and nominations.is_accepted and allows_use(consent_said))::int
from public_pages join nominations on nominations.id = public_pages.nomination_id
where public_pages.is_visible <> (public_pages.is_published and nominations.is_accepted and allows_use(consent_said))
union all
-- What the public list of needs is sorted by, and what it shows of each.
select 'public page: ' || kept.name, public_pages.nomination_id, kept.balance, kept.rows
from public_pages
join nominations on nominations.id = public_pages.nomination_id
left join (
  select nomination_id, sum(amount_cents) as proven from proven_expenses group by nomination_id
) as from_expenses on from_expenses.nomination_id = public_pages.nomination_id
left join (
  select nomination_id, min(since) as since
  from (
    select nomination_id, created_at as since from allocations where amount_cents > spent_cents
    union all
    select nomination_id, paid_on::timestamp at time zone 'UTC' from expenses
    where undone_at is null and id not in (select id from proven_expenses)
  ) as unproven
  group by nomination_id
) as waiting on waiting.nomination_id = public_pages.nomination_id
cross join lateral (values
  ('missing of its goal', public_pages.missing_cents, greatest(0, coalesce(nominations.goal_cents - nominations.allocated_cents, 0))),
  ('proven', public_pages.proven_cents, coalesce(from_expenses.proven, 0)),
  ('second since when money waits for proof', extract(epoch from public_pages.without_proof_since)::bigint, extract(epoch from waiting.since)::bigint)
) as kept (name, balance, rows)
where kept.balance is distinct from kept.rows
union all
-- What was imported by mistake is in no list and no sum: exactly those lines have a donation without a cause.
select 'import line: taken back, and its donation in no list', donations.id, coalesce(import_lines.is_taken_back, false)::int, (donations.cause_id is null)::int
from donations left join import_lines on import_lines.donation_id = donations.id
where coalesce(import_lines.is_taken_back, false) <> (donations.cause_id is null)
union all
-- The donor's chosen cause is a promise. Counts the allocations that break it.
select 'allocation: donation and nomination of one cause', allocations.id, 0, 1
from allocations
join donations on donations.id = allocations.donation_id
join nominations on nominations.id = allocations.nomination_id
where donations.cause_id <> nominations.cause_id and allocations.amount_cents > 0
union all
-- A donation that went to another cause has the one that it joined last.
select 'donation: the cause that it joined', donations.id, 0, 1
from donations
join (
  select distinct on (donation_id) donation_id, source from ledger_entries
  where kind = 'cause_joined' order by donation_id, position desc
) as joined on joined.donation_id = donations.id
where joined.source <> 'cause:' || donations.cause_id
union all
-- All of it left the cause that it had joined before, and joined another one with the next entry.
select 'entry: from one cause to another', id, amount_cents, coalesce(joined_cents, 0)
from (
  select id, kind, amount_cents,
    lag(kind) over chain as kind_before, lag(source) over chain as source_before,
    case when lead(kind) over chain = 'cause_joined' and lead(position) over chain = position + 1
      and lead(source) over chain <> source then lead(amount_cents) over chain end as joined_cents,
    source
  from ledger_entries where kind in ('cause_left', 'cause_joined')
  window chain as (partition by donation_id order by position)
) as moves
where case kind
  when 'cause_joined' then kind_before is distinct from 'cause_left'
  else joined_cents is distinct from amount_cents or source_before <> source end
union all
-- Each refund and dispute belongs to the donation that was paid with its payment, as soon as there is one.
select 'refund or dispute: waits for a donation that is there', returns.id, 0, 1
from (
  select id, payment_intent_id, donation_id from refunds
  union all
  select id, payment_intent_id, donation_id from disputes
) as returns
join donations on donations.payment_intent_id = returns.payment_intent_id
where returns.donation_id is distinct from donations.id
union all
select 'checkout: paid exactly when there is a donation', checkouts.id, (checkouts.status = 'paid')::int, (donations.id is not null)::int
from checkouts left join donations on donations.checkout_id = checkouts.id
where (checkouts.status = 'paid') <> (donations.id is not null)
union all
-- One or more entries before this one are gone: its place, and the place after the entry before it.
select 'entry: one before it is missing', chained.id, chained.position, chained.previous + 1
from chained
where chained.position <> chained.previous + 1
union all
-- Its text, or that of the entry before it, is not what was written. Names its place among those of its donation.
select 'entry: changed since it was written', chained.id, chained.position, chained.previous + 1
from chained
where chained.position = chained.previous + 1 and not chained.fits
union all
-- The number of entries that were written for the donation, and of those up to the last one that is there.
select 'donation: entries at its end', donations.id, coalesce(ledger_chains.entries, 0), coalesce(ends.position, 0)
from donations
left join ledger_chains on ledger_chains.donation_id = donations.id
left join ends on ends.donation_id = donations.id
where ledger_chains.entries is distinct from ends.position or ledger_chains.hash is distinct from ends.hash
union all
-- Real and test money never share one set of books.
select 'donation: real and test money apart', donations.id, books.is_real::int, donations.is_real::int
from donations cross join books
where donations.is_real <> books.is_real
union all
select 'donation: as real as its checkout', donations.id, donations.is_real::int, checkouts.is_real::int
from donations join checkouts on checkouts.id = donations.checkout_id
where donations.is_real <> checkouts.is_real
union all
-- One set of books is in one currency. Names the rows in another one.
select others.kind || ': currency of the books', others.id, 0, 1
from (
  select 'donation' as kind, id, currency from donations
  union all
  select 'entry', id, currency from ledger_entries
  union all
  select 'allocation', id, currency from allocations
  union all
  select 'expense', id, currency from expenses
  union all
  select 'checkout', id, currency from checkouts
  union all
  select 'refund', id, currency from refunds
  union all
  select 'dispute', id, currency from disputes
  union all
  select 'deposit', id, currency from deposits
) as others
cross join books
where others.currency <> books.currency
union all
-- A day after the provider was last asked, it has told what each of its payments cost, since it was first asked.
select 'payment: its costs are known', donations.id, 1, 0
from donations
join reconciliations on reconciliations.provider = donations.provider
where donations.provider = 'stripe' and donations.source <> 'import' and donations.created_at < reconciliations.finished_at - interval '24 hours'
  and not exists (
    select from balance_transactions
    where balance_transactions.payment_intent_id = donations.payment_intent_id
      and balance_transactions.category = 'charge')
union all
-- Each move at the provider is one entry of what it cost, or none if it cost nothing. Checked where nothing was converted.
select 'operations entry: as the provider says, ' || balance_transactions.id, operations_entries.id, expected.cents,
  coalesce(operations_entries.amount_cents, 0)
from balance_transactions
join books on books.currency = balance_transactions.currency
left join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
cross join lateral (select case
  when type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee') or category in ('fee', 'other_adjustment') then net_cents
  else -fee_cents end as cents) as expected
where expected.cents <> coalesce(operations_entries.amount_cents, 0)
  and (payment_intent_id is null
    or exists (select from donations where donations.payment_intent_id = balance_transactions.payment_intent_id))
  -- What moved before a donation was imported cost nothing here.
  and not exists (
    select from donations
    join ledger_entries on ledger_entries.donation_id = donations.id and ledger_entries.kind = 'payment'
    where donations.source = 'import' and donations.payment_intent_id = balance_transactions.payment_intent_id
      and (balance_transactions.category = 'charge' or balance_transactions.created_at < ledger_entries.created_at))
union all
-- What a donor added for card costs is in the operations book once, less what of it went back.
select 'donation: added for card costs', donations.id, donations.cover_cents, coalesce(entries.added, 0)
from donations left join (
  select donation_id, sum(amount_cents) filter (where kind = 'cover') as added
  from operations_entries where donation_id is not null group by donation_id
) as entries on entries.donation_id = donations.id
where donations.cover_cents <> coalesce(entries.added, 0)
union all
select 'donation: added for card costs, and went back', donations.id, coalesce(returns.cents, 0), coalesce(entries.went_back, 0)
from donations left join (
  select donation_id, -sum(amount_cents) filter (where kind = 'cover_returned') as went_back
  from operations_entries where donation_id is not null group by donation_id
) as entries on entries.donation_id = donations.id
left join (
  select donation_id, sum(cents) as cents from (
    select donation_id, cover_cents as cents from refunds where booked_cents > 0
    union all
    select donation_id, cover_cents from disputes
  ) as each group by donation_id
) as returns on returns.donation_id = donations.id
where coalesce(returns.cents, 0) <> coalesce(entries.went_back, 0)
  or coalesce(returns.cents, 0) not between 0 and donations.cover_cents
union all
-- What an expense pays of card costs is in the operations book, as long as it is not undone.
select 'expense: paid for card costs', expenses.id,
  case when pays_card_costs and undone_at is null then expenses.amount_cents else 0 end, coalesce(entries.paid, 0)
from expenses left join (
  select expense_id, sum(amount_cents) as paid from operations_entries where expense_id is not null group by expense_id
) as entries on entries.expense_id = expenses.id
where case when pays_card_costs and undone_at is null then expenses.amount_cents else 0 end <> coalesce(entries.paid, 0)
union all
-- What the public pages say of card costs: the kept sums against the entries.
select 'operations book: ' || kept.name, null, kept.balance, kept.entries
from operations_totals
cross join (
  select coalesce(sum(amount_cents) filter (where kind in ('cover', 'cover_returned')), 0) as covered,
    coalesce(sum(amount_cents) filter (where kind = 'running_costs'), 0) as donated,
    coalesce(sum(amount_cents) filter (where kind = 'top_up'), 0) as topped_up,
    coalesce(-sum(amount_cents) filter (where kind not in ('cover', 'cover_returned', 'running_costs', 'top_up')), 0) as costs
  from operations_entries
) as sums
cross join lateral (values
  ('added by donors', operations_totals.covered_cents, sums.covered),
  ('paid from donations for running costs', operations_totals.donated_cents, sums.donated),
  ('put in by the charity', operations_totals.topped_up_cents, sums.topped_up),
  ('costs', operations_totals.costs_cents, sums.costs)
) as kept (name, balance, entries)
where kept.balance <> kept.entries
) as differences
order by differences.check, differences.id
