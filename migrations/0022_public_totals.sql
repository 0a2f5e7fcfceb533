-- What the public pages add up, kept beside the rows by triggers, so that a page costs the same with a thousand
-- donations as with a million, and nothing that writes can forget it. check-ledger compares all of it with the rows.

-- What the lists of needs filter by: whether everyone can open the page (it is published, and its nomination is
-- accepted or completed), and the cause and state of the need.
alter table public_pages
  add column is_visible boolean not null default false,
  add column cause_id uuid references causes,
  add column state text not null default 'open' check (state in ('open', 'completed', 'did_not_work_out')),
  -- What the totals of its cause contain of this need, in cents; see below.
  add column counted_cents bigint not null default 0;

-- Once an administrator completes a need, earlier updates no longer count.
create function need_state(of_nomination uuid) returns text language sql stable as $$
  select case
    when is_completed then 'completed'
    when (select kind from updates
      where updates.nomination_id = nominations.id and published_at is not null and kind <> 'progress'
      order by published_at desc, updates.id desc limit 1) = 'did_not_work_out' then 'did_not_work_out'
    else 'open' end
  from nominations where id = of_nomination
$$;

update public_pages set
  is_visible = is_published and nominations.is_accepted,
  cause_id = nominations.cause_id,
  state = need_state(nomination_id)
from nominations where nominations.id = nomination_id;

create function keep_public_page() returns trigger language plpgsql as $$
begin
  select new.is_published and is_accepted, cause_id, need_state(id)
  into new.is_visible, new.cause_id, new.state
  from nominations where id = new.nomination_id;
  return new;
end
$$;
create trigger public_pages_kept before insert or update on public_pages
  for each row execute function keep_public_page();

-- Writes the page anew, and the trigger above looks at everything.
create function touch_page_of_nomination() returns trigger language plpgsql as $$
begin
  update public_pages set is_visible = is_visible where nomination_id = new.id;
  return null;
end
$$;
create trigger nominations_touch_page after update of is_accepted, is_completed, cause_id on nominations
  for each row execute function touch_page_of_nomination();

create function touch_page_of_update() returns trigger language plpgsql as $$
begin
  update public_pages set is_visible = is_visible where nomination_id = coalesce(new.nomination_id, old.nomination_id);
  return null;
end
$$;
create trigger updates_touch_page after insert or delete or update of published_at, kind on updates
  for each row execute function touch_page_of_update();

drop index public_pages_newest;
create index public_pages_newest on public_pages (published_at desc, nomination_id desc) where is_visible;
create index public_pages_of_cause on public_pages (cause_id, published_at desc, nomination_id desc) where is_visible;
create index public_pages_in_state on public_pages (state, published_at desc, nomination_id desc) where is_visible;
create index public_pages_of_cause_in_state
  on public_pages (cause_id, state, published_at desc, nomination_id desc) where is_visible;

-- A receipt needs nobody's consent, so none ends either: what is proven does not depend on the day.
update files set consent_until = null where kind = 'receipt';
alter table files add constraint files_receipt_without_end check (kind <> 'receipt' or consent_until is null);

-- Whether everyone can open all receipts of an expense, on a page that everyone can open.
alter table expenses add column is_proven boolean not null default false;

create function is_expense_proven(of_expense uuid) returns boolean language sql stable as $$
  select coalesce(
    (select is_visible from public_pages where public_pages.nomination_id = expenses.nomination_id)
    and (select bool_and(files.is_published and files.consent_withdrawn_at is null)
      from expense_receipts join files on files.id = expense_receipts.file_id
      where expense_receipts.expense_id = expenses.id), false)
  from expenses where id = of_expense
$$;

update expenses set is_proven = true where is_expense_proven(id);
create index expenses_unproven on expenses (paid_on) where undone_at is null and not is_proven;

-- Locked first and looked at second: of two changes at the same moment, the later one sees the earlier one.
create function keep_proof(of_expenses uuid[]) returns void language plpgsql as $$
begin
  perform from expenses where id = any (of_expenses) order by id for no key update;
  update expenses set is_proven = not is_proven
  where id = any (of_expenses) and is_proven <> is_expense_proven(id);
end
$$;

create function keep_proof_of_page() returns trigger language plpgsql as $$
begin
  perform keep_proof(array(select id from expenses where nomination_id = new.nomination_id));
  return null;
end
$$;
create trigger public_pages_prove after update on public_pages
  for each row when (old.is_visible <> new.is_visible) execute function keep_proof_of_page();
create trigger public_pages_prove_new after insert on public_pages
  for each row when (new.is_visible) execute function keep_proof_of_page();

create function keep_proof_of_receipt() returns trigger language plpgsql as $$
begin
  -- A receipt that is being published at this moment is waited for.
  if tg_op = 'INSERT' then perform from files where id = new.file_id for no key update; end if;
  perform keep_proof(array[case tg_op when 'INSERT' then new.expense_id else old.expense_id end]);
  return null;
end
$$;
create trigger expense_receipts_prove after insert or delete on expense_receipts
  for each row execute function keep_proof_of_receipt();

create function keep_proof_of_file() returns trigger language plpgsql as $$
begin
  perform keep_proof(array(select expense_id from expense_receipts where file_id = new.id));
  return null;
end
$$;
create trigger files_prove after update of is_published, consent_withdrawn_at on files
  for each row execute function keep_proof_of_file();

-- Where the money of each cause is, in cents: one row for each cause.
create table cause_totals (
  cause_id uuid primary key references causes on delete cascade,
  given_cents bigint not null default 0,
  returned_cents bigint not null default 0,
  allocated_cents bigint not null default 0,
  deficit_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  -- Of what is allocated and not spent: for needs that everyone can open.
  visible_unspent_cents bigint not null default 0,
  -- Of what is spent: with receipts that everyone can open.
  proven_cents bigint not null default 0
);
insert into cause_totals (cause_id) select id from causes;

create function start_cause_totals() returns trigger language plpgsql as $$
begin
  insert into cause_totals (cause_id) values (new.id);
  return null;
end
$$;
create trigger causes_start_totals after insert on causes
  for each row execute function start_cause_totals();

update cause_totals set
  given_cents = sums.given, returned_cents = sums.returned, allocated_cents = sums.allocated,
  deficit_cents = sums.deficit
from (
  select cause_id, sum(amount_cents) as given, sum(returned_cents) as returned,
    sum(allocated_cents) as allocated, sum(deficit_cents) as deficit
  from donations group by cause_id
) as sums
where sums.cause_id = cause_totals.cause_id;

update cause_totals set
  spent_cents = sums.spent, visible_unspent_cents = coalesce(sums.visible, 0),
  proven_cents = coalesce((
    select sum(amount_cents) from expenses join nominations on nominations.id = nomination_id
    where nominations.cause_id = cause_totals.cause_id and is_proven and undone_at is null
  ), 0)
from (
  select nominations.cause_id, sum(spent_cents) as spent,
    sum(allocated_cents - spent_cents) filter (where is_visible) as visible
  from nominations left join public_pages on nomination_id = nominations.id
  group by nominations.cause_id
) as sums
where sums.cause_id = cause_totals.cause_id;

update public_pages set counted_cents = nominations.allocated_cents - nominations.spent_cents
from nominations where nominations.id = nomination_id and is_visible;

-- For each statement, not each row: a thousand rows at once change a cause once. The argument is 1 for what rows are
-- now, and -1 for what they were before.
create function sum_donations() returns trigger language plpgsql as $$
declare sign constant bigint := tg_argv[0];
begin
  update cause_totals set
    given_cents = cause_totals.given_cents + sign * sums.given,
    returned_cents = cause_totals.returned_cents + sign * sums.returned,
    allocated_cents = cause_totals.allocated_cents + sign * sums.allocated,
    deficit_cents = cause_totals.deficit_cents + sign * sums.deficit
  from (
    select cause_id, sum(amount_cents) as given, sum(returned_cents) as returned,
      sum(allocated_cents) as allocated, sum(deficit_cents) as deficit
    from changed group by cause_id
  ) as sums
  where sums.cause_id = cause_totals.cause_id;
  return null;
end
$$;
create trigger donations_sum_new after insert on donations
  referencing new table as changed for each statement execute function sum_donations('1');
create trigger donations_sum_gone after delete on donations
  referencing old table as changed for each statement execute function sum_donations('-1');

-- A balance that changes counts when its transaction ends: the row of a cause is locked for a moment, and as the last
-- thing, instead of while everything else is written.
create function sum_donation_change() returns trigger language plpgsql as $$
begin
  -- One statement, also for a donation that moves to another cause.
  update cause_totals set
    given_cents = given_cents + change.given, returned_cents = returned_cents + change.returned,
    allocated_cents = allocated_cents + change.allocated, deficit_cents = deficit_cents + change.deficit
  from (
    select id, sum(given) as given, sum(returned) as returned, sum(allocated) as allocated, sum(deficit) as deficit
    from (values
      (old.cause_id, -old.amount_cents, -old.returned_cents, -old.allocated_cents, -old.deficit_cents),
      (new.cause_id, new.amount_cents, new.returned_cents, new.allocated_cents, new.deficit_cents)
    ) as amounts (id, given, returned, allocated, deficit)
    group by id
  ) as change
  where cause_id = change.id;
  return null;
end
$$;
create constraint trigger donations_sum_change
  after update of cause_id, amount_cents, returned_cents, allocated_cents, deficit_cents on donations
  deferrable initially deferred
  for each row execute function sum_donation_change();

create function sum_new_nominations() returns trigger language plpgsql as $$
begin
  update cause_totals set spent_cents = cause_totals.spent_cents + sums.spent
  from (select cause_id, sum(spent_cents) as spent from changed group by cause_id) as sums
  where sums.cause_id = cause_totals.cause_id and sums.spent <> 0;
  return null;
end
$$;
create trigger nominations_sum_new after insert on nominations
  referencing new table as changed for each statement execute function sum_new_nominations();

-- Counts what is unspent of a need that everyone can open, instead of what was counted of it before: right after
-- whatever has changed, and however often. Whoever changes a need or its page holds the lock of the nomination.
create function count_page(of_nomination uuid) returns void language plpgsql as $$
declare change bigint; cause uuid;
begin
  select case when is_visible then nominations.allocated_cents - nominations.spent_cents else 0 end - counted_cents,
    nominations.cause_id
  into change, cause
  from public_pages join nominations on nominations.id = nomination_id
  where nomination_id = of_nomination;
  if change <> 0 then
    update public_pages set counted_cents = counted_cents + change where nomination_id = of_nomination;
    update cause_totals set visible_unspent_cents = visible_unspent_cents + change where cause_id = cause;
  end if;
end
$$;

create function sum_nomination_change() returns trigger language plpgsql as $$
begin
  if new.cause_id <> old.cause_id then
    -- Everything that counts for the old cause counts for the new one from now on.
    update cause_totals set
      spent_cents = spent_cents + moved.sign * moved.spent, proven_cents = proven_cents + moved.sign * moved.proven,
      visible_unspent_cents = visible_unspent_cents + moved.sign * moved.counted
    from (
      select sides.cause, sides.sign, sides.spent,
        coalesce((select sum(amount_cents) from expenses
          where nomination_id = new.id and is_proven and undone_at is null), 0) as proven,
        coalesce((select counted_cents from public_pages where nomination_id = new.id), 0) as counted
      from (values (old.cause_id, -1, old.spent_cents), (new.cause_id, 1, new.spent_cents)) as sides (cause, sign, spent)
    ) as moved
    where cause_id = moved.cause;
  elsif new.spent_cents <> old.spent_cents then
    update cause_totals set spent_cents = spent_cents + new.spent_cents - old.spent_cents
    where cause_id = new.cause_id;
  end if;
  perform count_page(new.id);
  return null;
end
$$;
create constraint trigger nominations_sum_change after update of cause_id, allocated_cents, spent_cents on nominations
  deferrable initially deferred
  for each row execute function sum_nomination_change();

create function count_changed_page() returns trigger language plpgsql as $$
begin
  perform count_page(new.nomination_id);
  return null;
end
$$;
create constraint trigger public_pages_count after update on public_pages
  deferrable initially deferred
  for each row when (old.is_visible <> new.is_visible) execute function count_changed_page();
create constraint trigger public_pages_count_new after insert on public_pages
  deferrable initially deferred
  for each row execute function count_changed_page();

create function sum_expenses() returns trigger language plpgsql as $$
declare sign constant bigint := tg_argv[0];
begin
  update cause_totals set proven_cents = cause_totals.proven_cents + sign * sums.proven
  from (
    select nominations.cause_id, sum(changed.amount_cents) as proven
    from changed join nominations on nominations.id = changed.nomination_id
    where changed.is_proven and changed.undone_at is null
    group by nominations.cause_id
  ) as sums
  where sums.cause_id = cause_totals.cause_id;
  return null;
end
$$;
create trigger expenses_sum_new after insert on expenses
  referencing new table as changed for each statement execute function sum_expenses('1');
create trigger expenses_sum_gone after delete on expenses
  referencing old table as changed for each statement execute function sum_expenses('-1');

create function sum_expense_change() returns trigger language plpgsql as $$
declare change constant bigint :=
  case when new.is_proven and new.undone_at is null then new.amount_cents else 0 end
  - case when old.is_proven and old.undone_at is null then old.amount_cents else 0 end;
begin
  if change <> 0 then
    update cause_totals set proven_cents = proven_cents + change
    from nominations
    where nominations.id = new.nomination_id and cause_totals.cause_id = nominations.cause_id;
  end if;
  return null;
end
$$;
create constraint trigger expenses_sum_change after update of is_proven, undone_at, amount_cents on expenses
  deferrable initially deferred
  for each row execute function sum_expense_change();
