-- A donation that its donor bound to a need: until that ends, its money may be allocated to this need only. Which
-- need it is and until when is fixed when the donation is booked; that it ends is written once, with the reason.
alter table checkouts
  add column bound_to uuid references nominations,
  -- For how many days, as the donor read it before giving.
  add column bound_days int check (bound_days > 0),
  add check (num_nulls(bound_to, bound_days) in (0, 2));

alter table donations
  add column bound_to uuid references nominations,
  add column bound_until timestamptz(3),
  add column released_from_bound_at timestamptz(3),
  add column released_from_bound_why text check (released_from_bound_why in
    ('completed', 'did_not_work_out', 'withdrawn', 'unpublished', 'goal_reached', 'cause_changed', 'time')),
  add check (num_nulls(bound_to, bound_until) in (0, 2)),
  add check (num_nulls(released_from_bound_at, released_from_bound_why) in (0, 2)),
  add check (bound_to is not null or released_from_bound_at is null);
-- Of all donations that ever were bound, few still are.
create index donations_bound on donations (bound_to, created_at)
  where bound_to is not null and released_from_bound_at is null;

create function refuse_bound_change() returns trigger language plpgsql as $$
begin
  if (new.bound_to, new.bound_until) is distinct from (old.bound_to, old.bound_until) then
    raise exception 'the need that a donation is bound to does not change' using errcode = 'restrict_violation';
  end if;
  if old.released_from_bound_at is not null then
    raise exception 'a donation is released from its need once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger donations_keep_bound
  before update of bound_to, bound_until, released_from_bound_at, released_from_bound_why on donations
  for each row execute function refuse_bound_change();

-- Of the money that a donation can still give, none goes to another need. A binding only ends, so whoever still sees it
-- can only refuse too much. Returns of money to an allocation are none: it holds less after each release.
create function refuse_other_needs() returns trigger language plpgsql as $$
begin
  if exists (select from donations
    where id = new.donation_id and bound_to <> new.nomination_id and released_from_bound_at is null)
  then
    raise exception 'donation % is bound to another need than nomination %', new.donation_id, new.nomination_id
      using errcode = 'check_violation', constraint = 'allocations_bound', table = 'allocations';
  end if;
  return new;
end
$$;
create trigger allocations_respect_bound before insert on allocations
  for each row execute function refuse_other_needs();
create trigger allocations_stay_bound before update of donation_id, nomination_id, amount_cents on allocations
  for each row
  when (new.amount_cents > old.amount_cents
    or (new.donation_id, new.nomination_id) <> (old.donation_id, old.nomination_id))
  execute function refuse_other_needs();
