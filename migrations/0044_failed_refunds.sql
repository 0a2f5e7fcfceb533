-- When a refund failed. A bank may refuse one days after it was requested, and until then nothing is to do about it.
alter table refunds add column failed_at timestamptz(3);
update refunds set failed_at = coalesce(last_asked_at, created_at) where status = 'failed';
alter table refunds add check ((failed_at is not null) = (status = 'failed'));

drop index refunds_failed;
create index refunds_failed on refunds (failed_at desc, id desc) where status = 'failed';
