-- Whoever can approve something is reminded of it twice, and whoever asked is told once nobody has.
alter table approvals
  add column reminders_sent int not null default 0 check (reminders_sent between 0 and 2),
  add column is_end_told boolean not null default false;
update approvals set is_end_told = true where status <> 'open' or expires_at <= now();
create index approvals_to_follow_up on approvals (created_at) where status = 'open' and not is_end_told;
