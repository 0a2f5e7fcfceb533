-- Checks, cash, and transfers that the team enters: somebody enters and closes a deposit, somebody else confirms it, and
-- its lines become donations. Nothing is changed afterward: money leaves by a counter-entry.
create table deposits (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  title text not null,
  -- What was counted before anything was entered.
  expected_count int not null check (expected_count > 0),
  expected_cents bigint not null check (expected_cents > 0),
  currency char(3) not null default book_currency() references books (currency),
  state text not null default 'open' check (state in ('open', 'closed', 'confirmed')),
  -- Grows with every change, so that nobody overwrites or confirms what they have not seen.
  revision int not null default 0,
  -- Not references: a deposit outlives the accounts of those who handled it.
  counted_by uuid not null,
  closed_by uuid,
  closed_at timestamptz(3),
  confirmed_by uuid,
  confirmed_at timestamptz(3),
  -- Approvals by a second person were off when it was confirmed.
  is_confirmed_alone boolean not null default false,
  -- The last time that it was sent back.
  sent_back_by uuid,
  sent_back_at timestamptz(3),
  sent_back_reason text,
  check ((state = 'open') = (closed_by is null)),
  check ((closed_by is null) = (closed_at is null)),
  check ((state = 'confirmed') = (confirmed_by is not null)),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (num_nulls(sent_back_by, sent_back_at, sent_back_reason) in (0, 3)),
  constraint deposits_two_people check (
    confirmed_by is null or is_confirmed_alone or confirmed_by <> closed_by
  )
);
create index deposits_newest on deposits (created_at desc, id desc);
create index deposits_waiting on deposits (closed_at) where state = 'closed';

create function refuse_confirmed_deposit_change() returns trigger language plpgsql as $$
begin
  raise exception 'a confirmed deposit is never changed';
end
$$;
create trigger deposits_keep before update on deposits
  for each row when (old.state = 'confirmed') execute function refuse_confirmed_deposit_change();

create table deposit_lines (
  id uuid primary key,
  deposit_id uuid not null references deposits on delete cascade,
  -- From 0.
  position int not null check (position >= 0),
  kind text not null check (kind in ('check', 'cash', 'transfer', 'other')),
  cents bigint not null check (cents > 0),
  received_on date not null,
  check_number text not null,
  cause_id uuid not null references causes,
  -- Who gave; empty where nobody is named. Empty as well once it is confirmed: the donation has it then.
  first_name text not null,
  last_name text not null,
  email text not null,
  note text not null,
  -- Test money leaves the books with its donation, and so does its line.
  donation_id uuid unique references donations on delete cascade,
  -- Why the money is no longer there: the line was wrong, or the bank did not pay.
  returned_as text check (returned_as in ('reversal', 'bounce')),
  returned_reason text,
  returned_by uuid,
  returned_at timestamptz(3),
  unique (deposit_id, position) deferrable,
  check (num_nulls(returned_as, returned_reason, returned_by, returned_at) in (0, 4)),
  check (returned_as is null or donation_id is not null)
);
create index deposit_lines_cause on deposit_lines (cause_id);

create function refuse_confirmed_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- With its donation, it may go.
    if exists (select from donations where id = old.donation_id) then
      raise exception 'a line of a confirmed deposit is never deleted';
    end if;
    return old;
  end if;
  if (new.deposit_id, new.position, new.kind, new.cents, new.received_on, new.check_number, new.cause_id, new.donation_id)
    is distinct from (old.deposit_id, old.position, old.kind, old.cents, old.received_on, old.check_number, old.cause_id, old.donation_id)
    or old.returned_as is not null
  then
    raise exception 'a line of a confirmed deposit is never changed';
  end if;
  return new;
end
$$;
create trigger deposit_lines_keep before update or delete on deposit_lines
  for each row when (old.donation_id is not null) execute function refuse_confirmed_line_change();

-- A deposit whose test money has left the books has nothing left to tell.
create function drop_empty_deposit() returns trigger language plpgsql as $$
begin
  delete from deposits where id = old.deposit_id and state = 'confirmed'
    and not exists (select from deposit_lines where deposit_id = old.deposit_id);
  return null;
end
$$;
create trigger deposit_lines_drop_deposit after delete on deposit_lines
  for each row when (old.donation_id is not null) execute function drop_empty_deposit();

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
    ('spending_reversal', 'spent', 'allocated')
  )
);

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'owner', 'settings'));
