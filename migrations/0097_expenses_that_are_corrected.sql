-- Who was paid by an expense, when, and for what can be corrected. The amount cannot: it is undone, and recorded again with
-- the receipts that the expense had.
alter table expenses
  -- The versions before: whoever corrects one says which they have seen.
  add column expense_revision integer not null default 0,
  -- The ids of the files that an undone one had, so that they are at hand when it is recorded again.
  add column undone_receipts text[] not null default '{}';

-- Since when money of a need waits for proof follows the day of its expenses.
drop trigger expenses_sum_change on expenses;
create constraint trigger expenses_sum_change after update of is_proven, undone_at, amount_cents, paid_on on expenses
  deferrable initially deferred
  for each row execute function sum_expense_change();
