-- How many donations and nominations name a cause: the public list of causes answers both on every call,
-- and counting a hundred thousand rows each time is slow. Kept by triggers, so that nothing that writes can
-- forget it; check-ledger compares them with the rows.
alter table causes
  add column donation_count bigint not null default 0 check (donation_count >= 0),
  add column nomination_count bigint not null default 0 check (nomination_count >= 0);

update causes set
  donation_count = (select count(*) from donations where cause_id = causes.id),
  nomination_count = (select count(*) from nominations where cause_id = causes.id);

-- For each statement, not each row: a thousand rows at once change a count once. The name of the column to
-- count in is the trigger's argument.
create function count_for_causes() returns trigger language plpgsql as $$
begin
  execute format(
    'update causes set %1$I = %1$I + rows.count
     from (select cause_id, $1 * count(*) as count from changed group by cause_id) as rows
     where causes.id = rows.cause_id',
    tg_argv[0]
  ) using case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end
$$;

create trigger donations_counted after insert on donations
  referencing new table as changed
  for each statement execute function count_for_causes('donation_count');
create trigger donations_uncounted after delete on donations
  referencing old table as changed
  for each statement execute function count_for_causes('donation_count');
create trigger nominations_counted after insert on nominations
  referencing new table as changed
  for each statement execute function count_for_causes('nomination_count');
create trigger nominations_uncounted after delete on nominations
  referencing old table as changed
  for each statement execute function count_for_causes('nomination_count');

-- A donation or nomination that moves to another cause. Fires for nothing else that changes.
create function move_cause_count() returns trigger language plpgsql as $$
begin
  execute format(
    'update causes set %1$I = %1$I + case id when $1 then -1 else 1 end where id in ($1, $2)',
    tg_argv[0]
  ) using old.cause_id, new.cause_id;
  return null;
end
$$;

create trigger donations_moved after update of cause_id on donations
  for each row when (old.cause_id <> new.cause_id)
  execute function move_cause_count('donation_count');
create trigger nominations_moved after update of cause_id on nominations
  for each row when (old.cause_id <> new.cause_id)
  execute function move_cause_count('nomination_count');
