-- Donations in kind: things, of which no money moves. What they are worth is for the records of the charity, and in no
-- sum of money anywhere. An entry never changes: it becomes void, once, and another one takes its place.
create table in_kind_donations (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- 'user:<id>', as in the audit trail.
  recorded_by text not null,
  -- Null for a donor who left with the test donations of a trial.
  donor_id uuid references donors on delete set null,
  description text not null check (description <> ''),
  received_on date not null,
  value_cents bigint check (value_cents > 0),
  value_from text check (value_from in ('donor', 'charity')),
  -- What it was given to.
  nomination_id uuid references nominations,
  -- Whether it was recorded while the books were real: what was recorded in a trial is counted nowhere later.
  is_real boolean not null,
  -- What everybody reads on the page "Impact"; empty for nothing.
  public_text text not null default '',
  voided_at timestamptz(3),
  voided_by text,
  void_reason text,
  check (num_nulls(value_cents, value_from) in (0, 2)),
  check (num_nulls(voided_at, voided_by, void_reason) in (0, 3))
);
create index in_kind_donations_newest on in_kind_donations (created_at desc, id desc);
create index in_kind_donations_donor on in_kind_donations (donor_id, created_at desc);
create index in_kind_donations_nomination on in_kind_donations (nomination_id);

create function protect_in_kind_donation() returns trigger language plpgsql as $$
begin
  if old.voided_at is not null and (old.voided_at, old.voided_by, old.void_reason)
      is distinct from (new.voided_at, new.voided_by, new.void_reason)
    or (old.received_on, old.value_cents, old.value_from, old.nomination_id, old.is_real, old.recorded_by)
      is distinct from (new.received_on, new.value_cents, new.value_from, new.nomination_id, new.is_real, new.recorded_by)
  then
    raise exception 'an entry of a donation in kind does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger in_kind_donations_keep before update on in_kind_donations
  for each row execute function protect_in_kind_donation();

-- Their receipts have numbers of the same series, and no amount.
alter table donation_receipts
  alter column donation_id drop not null,
  alter column amount_cents drop not null,
  add column in_kind_id uuid references in_kind_donations,
  add check (num_nonnulls(donation_id, in_kind_id) = 1),
  add check ((amount_cents is null) = (donation_id is null));
create unique index donation_receipts_current_in_kind on donation_receipts (in_kind_id) where state = 'issued';

-- Whoever gave things stays a donor, also without a donation of money or a plan.
create or replace function forget_donors_without_donations() returns trigger language plpgsql as $$
begin
  delete from donors
  where joined_into is null and not exists (select from donations where donations.donor_id = donors.id)
    and not exists (select from plans where plans.donor_id = donors.id)
    and not exists (select from in_kind_donations where in_kind_donations.donor_id = donors.id and is_real);
  return null;
end
$$;
create or replace function forget_donors_without_plans() returns trigger language plpgsql as $$
begin
  delete from donors using gone
  where donors.id = gone.donor_id and joined_into is null
    and not exists (select from donations where donations.donor_id = donors.id)
    and not exists (select from plans where plans.donor_id = donors.id)
    and not exists (select from in_kind_donations where in_kind_donations.donor_id = donors.id and is_real);
  return null;
end
$$;
