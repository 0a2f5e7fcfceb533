-- A donation can go to another cause, while all of it waits: with an entry out of the one and one into the other, which
-- name the causes (decision 0079).
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
    ('spent_before_reversal', 'spent_before', 'waiting'),
    ('cause_left', 'waiting', 'between_causes'),
    ('cause_joined', 'between_causes', 'waiting')
  )
);

-- Few donations ever do, and each entry in a file asks for its cause at that time.
create index ledger_entries_cause_left on ledger_entries (donation_id, position) where kind = 'cause_left';
create index ledger_entries_left_cause on ledger_entries (source) where kind = 'cause_left';

-- What the donor chose is a promise: no path past the code gives a donation to another cause without its entries, or in
-- part, or against a need that it is bound to.
create function refuse_other_cause() returns trigger language plpgsql as $$
begin
  if new.allocated_cents + new.returned_cents + new.spent_before_cents = 0
    and (new.bound_to is null or new.released_from_bound_at is not null)
    and exists (
      select from ledger_entries join ledger_chains on ledger_chains.donation_id = ledger_entries.donation_id
      where ledger_entries.donation_id = new.id and position = entries
        and kind = 'cause_joined' and source = 'cause:' || new.cause_id
    )
  then
    return new;
  end if;
  raise exception 'a donation goes to another cause as a whole, and with its entries';
end
$$;
create trigger donations_keep_cause before update of cause_id on donations
  for each row when (new.cause_id is not null and new.cause_id is distinct from old.cause_id)
  execute function refuse_other_cause();

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'cause', 'deposit', 'top_up', 'bank_account', 'bank_line', 'bank_statement', 'month', 'import', 'mailing', 'owner', 'settings'));
