-- Donations by bank transfer that donors announced. Each has a reference, which the donor writes into the transfer and
-- the bank into its line, as often as somebody uses it: a standing order comes every month.
create table expected_transfers (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- As src/core/transfer-reference.ts writes it.
  reference text not null unique,
  -- A cause that nobody gave to can be deleted, whatever somebody announced.
  cause_id uuid not null references causes on delete cascade,
  -- What the donor meant to give. What counts is what the bank says.
  amount_cents bigint not null check (amount_cents > 0),
  currency char(3) not null default book_currency() references books (currency),
  first_name text not null,
  last_name text not null,
  email text not null
);
create index expected_transfers_newest on expected_transfers (created_at desc, id desc);
create index expected_transfers_cause on expected_transfers (cause_id);
create index expected_transfers_address on expected_transfers (lower(email));

-- The line of the bank that a line of a deposit was entered from, and the announcement that named it.
alter table deposit_lines
  add bank_line_id uuid references bank_lines on delete set null,
  add expected_transfer_id uuid references expected_transfers on delete set null;
-- Money comes once. What was reversed was entered wrongly, and can be entered again.
create unique index deposit_lines_bank_line on deposit_lines (bank_line_id)
  where returned_as is distinct from 'reversal';
create index deposit_lines_expected_transfer on deposit_lines (expected_transfer_id);

-- Where a line came from may be forgotten with its announcement or its statement; everything else stays as it is.
create or replace function refuse_confirmed_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- With its donation, it may go.
    if exists (select from donations where id = old.donation_id) then
      raise exception 'a line of a confirmed deposit is never deleted';
    end if;
    return old;
  end if;
  if new.bank_line_id is distinct from old.bank_line_id and new.bank_line_id is not null
    or new.expected_transfer_id is distinct from old.expected_transfer_id and new.expected_transfer_id is not null
  then
    raise exception 'a line of a confirmed deposit is never changed';
  end if;
  if to_jsonb(new) - '{bank_line_id,expected_transfer_id}'::text[]
    = to_jsonb(old) - '{bank_line_id,expected_transfer_id}'::text[]
  then
    return new;
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
