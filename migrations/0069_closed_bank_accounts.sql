-- An account that the charity has closed at its bank has no statements anymore, and nothing waits for them.
alter table bank_accounts add column is_closed boolean not null default false;
