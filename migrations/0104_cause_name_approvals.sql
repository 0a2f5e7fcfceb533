-- A new name for a cause that people gave to takes a second person: it says of all that money at once what it was given for.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in (
  'allocation', 'spending', 'refund', 'cause', 'cause_name', 'deposit', 'top_up', 'bank_account', 'bank_line',
  'bank_statement', 'month', 'import', 'mailing', 'owner', 'settings'
));
