-- When an alert, and its end, reached the webhook. Those of before the upgrade are known.
alter table alerts
  add column announced_at timestamptz(3),
  add column end_announced_at timestamptz(3);
update alerts set announced_at = now(), end_announced_at = settled_at;
