-- How often the provider was asked for a refund, and when last: its refusal is final only if no other call may have
-- been carried out.
alter table refunds
  add column times_asked integer not null default 0,
  add column last_asked_at timestamptz(3);
update refunds set times_asked = 1, last_asked_at = now() where requested_by like 'user:%';
