-- An email to many donors takes a second person: they trust what the charity writes.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'bank_account', 'bank_line', 'month', 'import', 'mailing', 'owner', 'settings'));
