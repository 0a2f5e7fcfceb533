-- Lines of days on which books and bank were said to agree take a second person.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('allocation', 'spending', 'refund', 'deposit', 'top_up', 'bank_account', 'bank_line', 'bank_statement', 'month', 'import', 'mailing', 'owner', 'settings'));
