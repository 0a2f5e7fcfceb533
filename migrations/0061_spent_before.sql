-- What an earlier system recorded may have been spent before the books were kept here. Each cent of it is in a place of
-- its own: it can neither be allocated nor refunded out of what others gave, and no proof of it is missing.
alter table donations add column spent_before_cents bigint not null default 0;
alter table donations drop constraint donations_not_over_allocated;
alter table donations add constraint donations_not_over_allocated
  check (deficit_cents = greatest(0, allocated_cents + returned_cents + spent_before_cents - amount_cents));
-- Only what was imported: everything else was received here.
alter table donations add constraint donations_spent_before
  check (spent_before_cents >= 0 and (spent_before_cents = 0 or source = 'import'));

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
    ('reversal', 'waiting', 'outside'),
    ('bounce', 'waiting', 'outside'),
    ('spending', 'allocated', 'spent'),
    ('spending_reversal', 'spent', 'allocated'),
    ('spent_before', 'waiting', 'spent_before'),
    ('spent_before_reversal', 'spent_before', 'waiting')
  )
);

-- What is left, for lists and plans.
drop index donations_available_newest;
create index donations_available_newest on donations (created_at desc, id desc)
  where amount_cents - returned_cents - allocated_cents - spent_before_cents > 0;
drop index donations_available_amount;
create index donations_available_amount on donations (amount_cents, id)
  where amount_cents - returned_cents - allocated_cents - spent_before_cents > 0;

-- Its sum by cause, kept like those of 0022_public_totals.sql.
alter table cause_totals add column spent_before_cents bigint not null default 0;

create function sum_spent_before() returns trigger language plpgsql as $$
declare sign constant bigint := tg_argv[0];
begin
  update cause_totals set spent_before_cents = cause_totals.spent_before_cents + sign * sums.cents
  from (select cause_id, sum(spent_before_cents) as cents from changed group by cause_id) as sums
  where sums.cause_id = cause_totals.cause_id and sums.cents <> 0;
  return null;
end
$$;
create trigger donations_sum_spent_before after insert on donations
  referencing new table as changed for each statement execute function sum_spent_before('1');
create trigger donations_sum_spent_before_gone after delete on donations
  referencing old table as changed for each statement execute function sum_spent_before('-1');

create function sum_spent_before_change() returns trigger language plpgsql as $$
begin
  -- One statement, also for a donation that moves to another cause.
  update cause_totals set spent_before_cents = spent_before_cents + change.cents
  from (
    select id, sum(cents) as cents from (values
      (old.cause_id, -old.spent_before_cents), (new.cause_id, new.spent_before_cents)
    ) as amounts (id, cents) group by id
  ) as change
  where cause_id = change.id and change.cents <> 0;
  return null;
end
$$;
create constraint trigger donations_sum_spent_before_change
  after update of cause_id, spent_before_cents on donations
  deferrable initially deferred
  for each row when (old.spent_before_cents <> 0 or new.spent_before_cents <> 0)
  execute function sum_spent_before_change();

-- What of the lines that come in was spent before, and what of each.
alter table imports add column spent_before_cents bigint not null default 0;
alter table import_lines add column spent_before_cents bigint not null default 0;
alter table import_lines add constraint import_lines_spent_before
  check (spent_before_cents between 0 and coalesce(amount_cents - returned_cents, 0));

create or replace function refuse_booked_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Test money leaves the books with its donation, and so does its line.
    if exists (select from donations where id = old.donation_id) then
      raise exception 'a line that was imported is never deleted';
    end if;
    return old;
  end if;
  if (new.import_id, new.line, new.system, new.external_id, new.outcome, new.sha256, new.amount_cents, new.returned_cents, new.spent_before_cents, new.donation_id)
    is distinct from
    (old.import_id, old.line, old.system, old.external_id, old.outcome, old.sha256, old.amount_cents, old.returned_cents, old.spent_before_cents, old.donation_id)
    or (old.is_taken_back and not new.is_taken_back)
  then
    raise exception 'a line that was imported is never changed';
  end if;
  return new;
end
$$;

-- How files are read says it, too.
update imports set
  guess = guess || '{"isSpentBefore": false, "spentColumn": null}',
  mapping = mapping || '{"isSpentBefore": false, "spentColumn": null}';
