-- Offers of time become a list: who offers it, how far it is, which hours were worked, and who was thanked. Time is
-- whole minutes, and never money.

create table volunteer_offers (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- The donation with which the time was offered; null for an offer that somebody of the team entered.
  donation_id uuid references donations on delete cascade,
  -- Whose offer it is; null for somebody who has not donated.
  donor_id uuid references donors on delete set null,
  -- Who offers, as entered by the team. Of a donor, the donor's own record has the name and the address.
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  state text not null default 'new'
    check (state in ('new', 'contacted', 'agreed', 'done', 'declined', 'withdrawn')),
  assigned_to uuid references users on delete set null,
  -- The need that the time is for.
  nomination_id uuid references nominations,
  -- What the team wants to remember.
  notes text not null default '',
  -- When they were last thanked.
  thanked_at timestamptz(3),
  -- Who it is, for what counts people: two offers of one donor, or of one address, are one person's.
  person text not null generated always as (
    coalesce(donor_id::text, nullif(lower(email), ''), id::text)) stored,
  -- Begins with a space, as each word in it does; donors have their own.
  searched text not null generated always as (
    search_form(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)) stored
);
create index volunteer_offers_newest on volunteer_offers (created_at, id);
create index volunteer_offers_in_state on volunteer_offers (state, created_at, id);
create index volunteer_offers_of_donation on volunteer_offers (donation_id) where donation_id is not null;
create index volunteer_offers_of_donor on volunteer_offers (donor_id) where donor_id is not null;
create index volunteer_offers_of_person on volunteer_offers (person);
create index volunteer_offers_assigned on volunteer_offers (assigned_to) where assigned_to is not null;
create index volunteer_offers_searched on volunteer_offers using gin (searched gin_trgm_ops);

-- What was worked. Only confirmed hours count, and a mistake is undone, with a reason, instead of changed.
create table volunteer_hours (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  offer_id uuid not null references volunteer_offers on delete cascade,
  nomination_id uuid references nominations,
  day date not null,
  minutes integer not null check (minutes between 1 and 1440),
  what text not null,
  recorded_by uuid not null,
  confirmed_at timestamptz(3),
  confirmed_by uuid,
  undone_at timestamptz(3),
  undone_by uuid,
  undone_reason text,
  check ((confirmed_at is null) = (confirmed_by is null)),
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_reason is null))
);
create index volunteer_hours_of_offer on volunteer_hours (offer_id, day desc, id desc);
create index volunteer_hours_counted on volunteer_hours (nomination_id, offer_id, minutes)
  where confirmed_at is not null and undone_at is null;
create index volunteer_hours_unconfirmed on volunteer_hours (created_at)
  where confirmed_at is null and undone_at is null;

-- What counts cannot be changed silently. Texts can be erased.
create function keep_hours() returns trigger language plpgsql as $$
begin
  if (new.offer_id, new.day, new.minutes, new.recorded_by, new.created_at)
      is distinct from (old.offer_id, old.day, old.minutes, old.recorded_by, old.created_at)
    or new.nomination_id is distinct from old.nomination_id
    or (old.confirmed_at is not null and (new.confirmed_at, new.confirmed_by)
      is distinct from (old.confirmed_at, old.confirmed_by))
    or (old.undone_at is not null and (new.undone_at, new.undone_by)
      is distinct from (old.undone_at, old.undone_by)) then
    raise exception 'recorded hours are not changed: undo them, and record others';
  end if;
  return new;
end
$$;
create trigger volunteer_hours_kept before update on volunteer_hours
  for each row execute function keep_hours();

-- What was worked because of an offer, in minutes: confirmed, or not confirmed yet.
create function worked_minutes(of_offer uuid, is_confirmed boolean) returns bigint language sql stable
return (select coalesce(sum(minutes), 0) from volunteer_hours
  where offer_id = of_offer and undone_at is null and (confirmed_at is not null) = is_confirmed);

-- The thanks that were mailed, as they were written.
create table volunteer_thanks (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  offer_id uuid not null references volunteer_offers on delete cascade,
  sent_by uuid not null,
  recipient text not null,
  text text not null,
  -- The hours that were confirmed then, in minutes.
  minutes integer not null
);
create index volunteer_thanks_of_offer on volunteer_thanks (offer_id, created_at desc, id desc);

-- Of each donor who offers time, the oldest donation with the offer: the later ones say the same. Nobody has written
-- down who was answered, so all of them are new.
insert into volunteer_offers (id, created_at, donation_id, donor_id, phone)
select distinct on (donor_id) gen_random_uuid(), created_at, id, donor_id, phone
from donations where is_available_to_volunteer_time
order by donor_id, created_at, id;
