-- A bank fee, or money of other books, that is above the limit takes a second person.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'bank_line', 'month', 'import', 'owner', 'settings'));
