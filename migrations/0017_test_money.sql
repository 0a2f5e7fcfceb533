-- Test money never counts as real. Every checkout and donation knows whether its money is real, by the payment
-- provider's own word, and one set of books holds one of both.

create table books (
  -- There is one row.
  id boolean primary key default true check (id),
  -- Whether the donations are real money. False during a trial.
  is_real boolean not null unique
);

alter table checkouts add column is_real boolean not null default false;
alter table donations add column is_real boolean not null default false;
-- Stripe's word so far is the name of the payment page's session. If its response got lost, the last one before it
-- tells; without any, money counts as real, because real money must never be taken for test money.
update checkouts set is_real = true
where provider = 'stripe' and coalesce(
  session_id,
  (select earlier.session_id from checkouts as earlier
   where earlier.provider = 'stripe' and earlier.session_id is not null and earlier.created_at <= checkouts.created_at
   order by earlier.created_at desc limit 1),
  ''
) not like 'cs\_test\_%';
update donations set is_real = true from checkouts where checkouts.id = donations.id and checkouts.is_real;
-- From now on, nobody may forget to say it.
alter table checkouts alter column is_real drop default;
alter table donations alter column is_real drop default;
-- Test money, which a live site looks for when it starts.
create index donations_test on donations (id) where not is_real;
create index checkouts_test on checkouts (id) where not is_real;

insert into books (is_real) select exists (select from donations where is_real);
-- A site that went live with an older version has both: its next start takes the test money out.
alter table donations add constraint donations_in_these_books
  foreign key (is_real) references books (is_real) deferrable not valid;
do $$
begin
  if not exists (select from donations, books where donations.is_real <> books.is_real) then
    alter table donations validate constraint donations_in_these_books;
  end if;
end
$$;

-- Real money must not become test money on its way out.
create function refuse_change_of_is_real() returns trigger language plpgsql as $$
begin
  raise exception 'whether money is real never changes';
end
$$;
create trigger donations_keep_is_real before update of is_real on donations
  for each row when (old.is_real is distinct from new.is_real) execute function refuse_change_of_is_real();

-- The one exception to "append-only": test money leaves books of real money. While the books are those of a trial,
-- nothing can be deleted; once they are real, the foreign key above lets no transaction end with test money in them.
create function refuse_ledger_removal() returns trigger language plpgsql as $$
begin
  if tg_level = 'STATEMENT' then
    if exists (select from books where is_real) and exists (select from donations where not is_real) then
      return null;
    end if;
  elsif exists (
    select from donations, books
    where donations.id = old.donation_id and not donations.is_real and books.is_real
  ) then
    return old;
  end if;
  raise exception 'ledger_entries is append-only: correct a mistake with a new entry';
end
$$;
drop trigger ledger_entries_append_only on ledger_entries;
create trigger ledger_entries_append_only before update or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_only_test_money_leaves before delete on ledger_entries
  for each statement execute function refuse_ledger_removal();
create trigger ledger_entries_only_test_entries_leave before delete on ledger_entries
  for each row execute function refuse_ledger_removal();

create function refuse_donation_removal() returns trigger language plpgsql as $$
begin
  if not old.is_real and exists (select from books where is_real) then return old; end if;
  raise exception 'a donation is never deleted';
end
$$;
create trigger donations_only_test_money_leaves before delete on donations
  for each row execute function refuse_donation_removal();

-- At the end of its transaction, a removal is whole: entries are gone with their donation, which is kept as a test
-- donation, and the books are real.
create function refuse_partial_removal() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'ledger_entries' then
    if not exists (select from donations where id = old.donation_id) then return null; end if;
  elsif exists (select from books where is_real) and exists (select from test_donations where id = old.id) then
    return null;
  end if;
  raise exception 'ledger_entries is append-only: test money leaves the books all at once';
end
$$;
create constraint trigger ledger_entries_leave_with_their_donation after delete on ledger_entries
  deferrable initially deferred for each row execute function refuse_partial_removal();
create constraint trigger donations_leave_real_books after delete on donations
  deferrable initially deferred for each row execute function refuse_partial_removal();

-- What was donated during the trial. It never counted as real money; an administrator can remove it.
create table test_donations (
  -- The id of the donation that it was.
  id uuid primary key,
  -- When it was donated.
  created_at timestamptz(3) not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Names instead of references: a cause or a nomination of the trial can be deleted.
  cause text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- What it was allocated to: the nominee, and cents.
  allocations jsonb not null,
  taken_out_at timestamptz(3) not null default now()
);
create index test_donations_newest on test_donations (created_at desc, id desc);

-- Takes all test money out of the books and makes them the books of real money. Whatever hangs on it goes: balances,
-- expenses that it paid for, links to donation pages, queued emails of updates. What the public saw because of it is
-- not public afterwards. It can only ever remove test money. Runs with the rights of its owner, because the server
-- itself may delete neither donations nor ledger entries.
create function take_test_money_out_of_books() returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends_trial boolean;
  result jsonb;
  touched_nominations uuid[];
  touched_expenses uuid[];
  pages uuid[] := '{}';
  reopened uuid[] := '{}';
  drafts uuid[] := '{}';
  mails uuid[] := '{}';
begin
  set constraints donations_in_these_books deferred;
  -- Waits for bookings that are under way, and makes later ones of test money fail.
  update books set is_real = true where not is_real;
  ends_trial := found;

  select jsonb_build_object('donations', count(*), 'amountCents', coalesce(sum(amount_cents), 0)) into result
  from donations where not is_real;

  insert into test_donations (id, created_at, amount_cents, cause, first_name, last_name, email, allocations)
  select donations.id, donations.created_at, donations.amount_cents, causes.name, donations.first_name,
    donations.last_name, donations.email, coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'nominee', nominations.nominee,
          'amount', allocations.amount_cents,
          'spentAmount', allocations.spent_cents
        ) order by allocations.id)
      from allocations join nominations on nominations.id = allocations.nomination_id
      where allocations.donation_id = donations.id and allocations.amount_cents > 0
    ), '[]')
  from donations join causes on causes.id = donations.cause_id
  where not donations.is_real;

  select coalesce(array_agg(distinct nomination_id) filter (where nomination_id is not null), '{}'),
    coalesce(array_agg(distinct expense_id) filter (where expense_id is not null), '{}')
  into touched_nominations, touched_expenses
  from ledger_entries join donations on donations.id = donation_id
  where not donations.is_real;

  -- Its real money would be left without an expense: the caller undoes it first, with counter-entries.
  if exists (
    select from expenses join ledger_entries on expense_id = expenses.id join donations on donations.id = donation_id
    where expenses.id = any(touched_expenses) and undone_at is null and donations.is_real
  ) then
    raise exception 'an expense is paid with real and test money: undo it first';
  end if;

  update nominations
  set allocated_cents = nominations.allocated_cents - test.allocated, spent_cents = nominations.spent_cents - test.spent
  from (
    select nomination_id, sum(allocations.amount_cents)::bigint as allocated, sum(spent_cents)::bigint as spent
    from allocations join donations on donations.id = donation_id
    where not donations.is_real group by nomination_id
  ) as test
  where nominations.id = test.nomination_id;

  -- Settled before the donations are gone that they are about.
  update alerts set settled_at = now(), settled_by = 'system'
  where settled_at is null and exists (
    select from donations where not is_real and strpos(alerts.path || ' ' || alerts.key, donations.id::text) > 0
  );

  if (result ->> 'donations')::bigint > 0 then
    delete from ledger_entries using donations where donations.id = donation_id and not donations.is_real;
  end if;
  -- Their receipts can be used again, and are not public until then.
  select coalesce(array_agg(id), '{}') into touched_expenses from expenses
  where id = any(touched_expenses)
    and not exists (select from ledger_entries where expense_id = expenses.id);
  update files set is_published = false
  where is_published and id in (select file_id from expense_receipts where expense_id = any(touched_expenses));
  delete from expense_receipts where expense_id = any(touched_expenses);
  delete from expenses where id = any(touched_expenses);
  delete from allocations using donations where donations.id = donation_id and not donations.is_real;
  delete from donation_links using donations where donations.id = donation_id and not donations.is_real;
  delete from refunds using donations where donations.id = donation_id and not donations.is_real;
  delete from disputes using donations where donations.id = donation_id and not donations.is_real;
  delete from payment_events using checkouts where checkouts.id = checkout_id and not checkouts.is_real;
  delete from donations where not is_real;
  delete from checkouts where not is_real;

  -- A nomination that was helped with nothing but test money was not helped.
  with changed as (
    update nominations set is_completed = false
    where id = any(touched_nominations) and is_completed and allocated_cents = 0 returning id
  )
  select coalesce(array_agg(id), '{}') into reopened from changed;

  if (result ->> 'donations')::bigint > 0 then
    -- During a trial, everything is tried out, pages without money too.
    with changed as (
      update public_pages set is_published = false
      where is_published and (ends_trial or nomination_id = any(touched_nominations)) returning nomination_id
    )
    select coalesce(array_agg(nomination_id), '{}') into pages from changed;
    with changed as (
      update updates set published_at = null
      where published_at is not null and (ends_trial or (
        nomination_id = any(touched_nominations)
        and not exists (select from ledger_entries where ledger_entries.nomination_id = updates.nomination_id)
      )) returning id
    )
    select coalesce(array_agg(id), '{}') into drafts from changed;
  end if;
  -- Donors of real money still get the updates about it.
  with gone as (
    delete from update_recipients using updates
    where updates.id = update_id and (
      update_id = any(drafts)
      or (role = 'donor' and queued_at is null and nomination_id = any(touched_nominations) and not exists (
        select from allocations join donations on donations.id = donation_id
        where allocations.nomination_id = updates.nomination_id
          and lower(donations.email) = update_recipients.email
      ))
    )
    returning update_recipients.id
  )
  select coalesce(array_agg(id), '{}') into mails from gone;
  delete from dead_mails where mail ->> 'isTest' = 'true' or job_id = any(mails);
  if not exists (select from dead_mails where resolved_at is null) then
    update alerts set settled_at = now(), settled_by = 'system'
    where settled_at is null and key = 'mail:dead-letters';
  end if;

  if ends_trial then
    -- All that the provider has said so far was about test money, and so were the calls that could be repeated.
    delete from refunds where donation_id is null;
    delete from disputes where donation_id is null;
    delete from unbooked_objects;
    update alerts set settled_at = now(), settled_by = 'system'
    where settled_at is null and (key like 'payment-%' or key like 'payments:%' or key like 'reconciliation:%');
    delete from idempotency_keys;
  end if;

  return result || jsonb_build_object(
    'expenses', cardinality(touched_expenses),
    'pages', to_jsonb(pages),
    'reopened', to_jsonb(reopened),
    'updates', to_jsonb(drafts),
    'mails', to_jsonb(mails)
  );
end
$$;

-- What the payment provider has and we could not book. Looked up again every hour until it can be.
create table unbooked_objects (
  provider text not null,
  -- The provider's id.
  object_id text not null,
  kind text not null check (kind in ('checkout', 'refund', 'dispute')),
  -- Why it could not be booked.
  reason text not null,
  created_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  primary key (provider, object_id)
);

-- A bank returns at most what it took. Rows of older versions may hold amounts in another currency.
alter table disputes add constraint disputes_reinstated_within_withdrawn
  check (reinstated_cents <= withdrawn_cents) not valid;
