-- Another account of the charity takes a second person: money that is said to be transferred to it is looked for nowhere else.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'bank_account', 'bank_line', 'month', 'import', 'owner', 'settings'));
