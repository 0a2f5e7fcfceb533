-- What a need asks for, what of that is missing, and since when its money waits for proof; and what the public list of
-- needs is sorted by and searched in, so that it costs the same with a hundred needs as with a hundred thousand.

-- Null: it has no goal.
alter table nominations add column goal_cents bigint check (goal_cents > 0);
-- The goal that an undone decision brings back.
alter table nomination_decisions add column goal_before_cents bigint;

-- Kept by count_page, as counted_cents is. check-ledger compares them with the rows.
alter table public_pages
  -- Of the goal; 0 without one.
  add column missing_cents bigint not null default 0,
  -- Spent with receipts that everyone can open.
  add column proven_cents bigint not null default 0,
  -- When the oldest unspent allocation was made, or the day of the oldest expense without such receipts.
  add column without_proof_since timestamptz(3);

create index allocations_unspent on allocations (nomination_id, created_at) where amount_cents > spent_cents;
create index expenses_unproven_of_need on expenses (nomination_id, paid_on) where undone_at is null and not is_proven;

-- Whoever changes a need or its page holds the lock of the nomination, and the row of the page is locked before
-- anything is added up: of two changes at the same moment, the later one sees the earlier one.
create or replace function count_page(of_nomination uuid) returns void language plpgsql as $$
declare
  page public_pages;
  need nominations;
  counted bigint;
  missing bigint;
  proven bigint;
  since timestamptz;
begin
  select * into page from public_pages where nomination_id = of_nomination for no key update;
  if not found then return; end if;
  select * into need from nominations where id = of_nomination;
  counted := case when page.is_visible then need.allocated_cents - need.spent_cents else 0 end;
  missing := greatest(0, coalesce(need.goal_cents - need.allocated_cents, 0));
  select coalesce(sum(amount_cents), 0) into proven
  from expenses where nomination_id = of_nomination and is_proven and undone_at is null;
  since := least(
    (select min(created_at) from allocations where nomination_id = of_nomination and amount_cents > spent_cents),
    (select min(paid_on) from expenses where nomination_id = of_nomination and undone_at is null and not is_proven)
      ::timestamp at time zone 'UTC');
  if (page.counted_cents, page.missing_cents, page.proven_cents) <> (counted, missing, proven)
    or page.without_proof_since is distinct from since
  then
    update public_pages set
      counted_cents = counted, missing_cents = missing, proven_cents = proven, without_proof_since = since
    where nomination_id = of_nomination;
  end if;
  if page.counted_cents <> counted then
    update cause_totals set visible_unspent_cents = visible_unspent_cents + counted - page.counted_cents
    where cause_id = need.cause_id;
  end if;
end
$$;

drop trigger nominations_sum_change on nominations;
create constraint trigger nominations_sum_change
  after update of cause_id, allocated_cents, spent_cents, goal_cents on nominations
  deferrable initially deferred
  for each row execute function sum_nomination_change();

create or replace function sum_expense_change() returns trigger language plpgsql as $$
declare change constant bigint :=
  case when new.is_proven and new.undone_at is null then new.amount_cents else 0 end
  - case when old.is_proven and old.undone_at is null then old.amount_cents else 0 end;
begin
  -- The page before the totals of its cause, as everywhere.
  perform count_page(new.nomination_id);
  if change <> 0 then
    update cause_totals set proven_cents = proven_cents + change
    from nominations
    where nominations.id = new.nomination_id and cause_totals.cause_id = nominations.cause_id;
  end if;
  return null;
end
$$;

update public_pages set
  proven_cents = coalesce((select sum(amount_cents) from expenses
    where expenses.nomination_id = public_pages.nomination_id and is_proven and undone_at is null), 0),
  without_proof_since = least(
    (select min(created_at) from allocations
      where allocations.nomination_id = public_pages.nomination_id and amount_cents > spent_cents),
    (select min(paid_on) from expenses
      where expenses.nomination_id = public_pages.nomination_id and undone_at is null and not is_proven)
      ::timestamp at time zone 'UTC');

-- The two other orders of the public list, each by cause and state. What waits for nothing comes last.
create index public_pages_missing on public_pages (missing_cents desc, nomination_id desc) where is_visible;
create index public_pages_missing_of_cause
  on public_pages (cause_id, missing_cents desc, nomination_id desc) where is_visible;
create index public_pages_missing_in_state
  on public_pages (state, missing_cents desc, nomination_id desc) where is_visible;
create index public_pages_missing_of_cause_in_state
  on public_pages (cause_id, state, missing_cents desc, nomination_id desc) where is_visible;
create index public_pages_waiting
  on public_pages (coalesce(without_proof_since, timestamptz '9999-12-31 23:59:59.999+00'), nomination_id) where is_visible;
create index public_pages_waiting_of_cause
  on public_pages (cause_id, coalesce(without_proof_since, timestamptz '9999-12-31 23:59:59.999+00'), nomination_id) where is_visible;
create index public_pages_waiting_in_state
  on public_pages (state, coalesce(without_proof_since, timestamptz '9999-12-31 23:59:59.999+00'), nomination_id) where is_visible;
create index public_pages_waiting_of_cause_in_state
  on public_pages (cause_id, state, coalesce(without_proof_since, timestamptz '9999-12-31 23:59:59.999+00'), nomination_id) where is_visible;

-- What a search looks in. A table of its own, because an index of words is large, and money changes a page more often
-- than its words do.
create table public_page_words (
  nomination_id uuid primary key references public_pages on delete cascade,
  words tsvector not null
);
create index public_page_words_found on public_page_words using gin (words);

create function keep_page_words() returns trigger language plpgsql as $$
begin
  insert into public_page_words (nomination_id, words)
  values (new.nomination_id, to_tsvector('simple', concat_ws(' ', new.public_name, new.summary, new.story)))
  on conflict (nomination_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger public_pages_keep_words after insert or update of public_name, summary, story on public_pages
  for each row execute function keep_page_words();
insert into public_page_words (nomination_id, words)
select nomination_id, to_tsvector('simple', concat_ws(' ', public_name, summary, story)) from public_pages;
