-- What each line of a bank statement is, and the months that a treasurer has locked.

-- A payout as the provider names it, and the day on which it reaches the bank; null for other moves of the balance.
alter table balance_transactions add column payout_id text;
alter table balance_transactions add column arrives_on date;
-- When it was recorded, if its own month was locked by then: it counts from that moment.
alter table balance_transactions add column late_at timestamptz(3);

-- What a bank charges is a cost like those of the payment provider. It counts on the day of its line.
alter table operations_entries add column counts_on date;
alter table operations_entries drop constraint operations_entries_kind_check;
alter table operations_entries add constraint operations_entries_kind_check check (kind in (
  'cover', 'cover_returned', 'processing_fee', 'fee_correction', 'dispute_fee', 'dispute_fee_returned', 'service_fee',
  'top_up', 'bank_fee'));
alter table operations_entries drop constraint operations_entries_source;
alter table operations_entries add constraint operations_entries_source check (case
  when kind in ('cover', 'cover_returned') then balance_transaction_id is null and donation_id is not null
  when kind in ('top_up', 'bank_fee') then balance_transaction_id is null and donation_id is null
  else balance_transaction_id is not null and donation_id is null end);
alter table operations_entries drop constraint operations_entries_check1;
alter table operations_entries add constraint operations_entries_reasoned check (kind <> 'top_up' or reason <> '');
alter table operations_entries add constraint operations_entries_dated check (
  (kind = 'bank_fee') = (counts_on is not null));

-- What a line is. A line has none of these, or some that come to its amount.
create table bank_matches (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  line_id uuid not null references bank_lines,
  kind text not null check (kind in ('payout', 'deposit', 'donation', 'expense', 'fee', 'transfer', 'ignored')),
  cents bigint not null check (cents <> 0),
  payout_move_id text references balance_transactions on delete cascade,
  -- Test money leaves the books, and with it whatever was matched with it.
  deposit_id uuid references deposits on delete cascade,
  donation_id uuid references donations on delete cascade,
  expense_id uuid references expenses on delete cascade,
  operations_entry_id uuid unique references operations_entries on delete cascade,
  -- The same money as a line of another account of the charity.
  other_line_id uuid references bank_lines,
  -- Why a line is no money of these books.
  reason text,
  -- Not a reference: a match outlives the account of whoever made it.
  matched_by uuid not null,
  check ((kind = 'payout') = (payout_move_id is not null)),
  check ((kind = 'deposit') = (deposit_id is not null)),
  check ((kind = 'donation') = (donation_id is not null)),
  check ((kind = 'expense') = (expense_id is not null)),
  check ((kind = 'fee') = (operations_entry_id is not null)),
  check ((kind = 'transfer') = (other_line_id is not null)),
  check ((kind = 'ignored') = (reason is not null and reason <> '')),
  check (other_line_id <> line_id)
);
create index bank_matches_line on bank_matches (line_id);
create index bank_matches_payout on bank_matches (payout_move_id) where payout_move_id is not null;
create index bank_matches_deposit on bank_matches (deposit_id) where deposit_id is not null;
create index bank_matches_donation on bank_matches (donation_id) where donation_id is not null;
create index bank_matches_expense on bank_matches (expense_id) where expense_id is not null;
create index bank_matches_other_line on bank_matches (other_line_id) where other_line_id is not null;

create function refuse_bank_match_change() returns trigger language plpgsql as $$
begin
  raise exception 'a match of a bank line is never changed: it is undone, and made anew';
end
$$;
create trigger bank_matches_keep before update on bank_matches
  for each row execute function refuse_bank_match_change();

-- At the end of each transaction, what is matched of a line is all of it, or nothing.
create function check_bank_matches_add_up() returns trigger language plpgsql as $$
declare
  line uuid := case when tg_op = 'DELETE' then old.line_id else new.line_id end;
  matched bigint := (select sum(cents) from bank_matches where line_id = line);
begin
  if matched is not null and matched <> (select cents from bank_lines where id = line) then
    raise exception 'the matches of a bank line must come to its amount';
  end if;
  return null;
end
$$;
create constraint trigger bank_matches_add_up after insert or delete on bank_matches
  deferrable initially deferred for each row execute function check_bank_matches_add_up();

-- Months that a treasurer has locked, each with all days before its end. The figures are those of that moment.
create table month_locks (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- The last day of the month.
  last_day date not null,
  figures jsonb not null,
  locked_by uuid not null,
  unlocked_by uuid,
  unlocked_at timestamptz(3),
  unlocked_reason text,
  check (num_nulls(unlocked_by, unlocked_at, unlocked_reason) in (0, 3))
);
create unique index month_locks_once on month_locks (last_day) where unlocked_at is null;

-- With the end of a trial, nothing that was matched with test money is true anymore. What the bank said stays.
create function take_test_matches_out_of_books() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from bank_matches;
  delete from month_locks;
  return null;
end
$$;
-- Its name sorts before the ones that take the money out, so that nothing refers to what they delete.
create trigger a_books_take_test_matches_out after update of is_real on books
  for each row when (new.is_real and not old.is_real) execute function take_test_matches_out_of_books();

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'month', 'owner', 'settings'));
