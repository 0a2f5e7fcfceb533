-- Donors as people: each donation belongs to one donor, who has one name and one address that is written to. What
-- somebody typed with a donation stays with it; nothing is mailed there.

-- Finding part of a name or an address among a million donors takes this extension of PostgreSQL's own distribution.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    raise exception 'the database server lacks the extension pg_trgm: install PostgreSQL''s package "contrib" on it';
  end if;
end
$$;
create extension if not exists pg_trgm;

-- How names are compared: "José" is found with "jose", and "MÜLLER" with "Müller" and "muller".
create function search_form(value text) returns text language sql immutable strict parallel safe
return lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));

create table donors (
  id uuid primary key,
  -- When they first donated.
  created_at timestamptz(3) not null default now(),
  last_donation_at timestamptz(3) not null default now(),
  first_name text not null,
  last_name text not null,
  email text not null,
  -- What was corrected, and what the records were called that were joined into this one: each a line, so that somebody
  -- who only knows the old address finds them.
  formerly text not null default '',
  -- This record was joined into another one, which has its donations. It stays, so that a donation with its address
  -- finds that one, too.
  joined_into uuid references donors on delete cascade check (joined_into <> id),
  -- Begins with a space, as each word in it does.
  searched text not null generated always as (
    search_form(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || formerly)) stored
);
-- One donor for an address, regardless of its case.
create unique index donors_email on donors (lower(email));
create index donors_newest on donors (last_donation_at desc, id desc) where joined_into is null;
create index donors_joined on donors (joined_into) where joined_into is not null;
create index donors_searched on donors using gin (searched gin_trgm_ops);

-- The name of the newest donation of an address. Books of a version that had real and test money in one: the real one's.
insert into donors (id, created_at, last_donation_at, first_name, last_name, email)
select gen_random_uuid(), first_at, last_at, first_name, last_name, email
from (
  select distinct on (lower(email)) first_name, last_name, email,
    min(created_at) over same as first_at, max(created_at) over same as last_at
  from donations window same as (partition by lower(email))
  order by lower(email), is_real desc, created_at desc, id desc
) as newest;

alter table donations add column donor_id uuid;
update donations set donor_id = donors.id from donors where lower(donors.email) = lower(donations.email);
alter table donations alter column donor_id set not null;
alter table donations add constraint donations_donor_id_fkey foreign key (donor_id) references donors;
create index donations_donor on donations (donor_id, created_at desc, id desc);
-- Addresses are those of donors now.
drop index donations_email;
-- The list by amount, and who gave an amount; the list as it opens, which has few of very many.
create index donations_amount on donations (amount_cents, id);
create index donations_available_amount on donations (amount_cents, id)
  where amount_cents - returned_cents - allocated_cents > 0;

-- Only test money ever leaves the books, and with it the donors who gave nothing else.
create function forget_donors_without_donations() returns trigger language plpgsql as $$
begin
  delete from donors
  where joined_into is null and not exists (select from donations where donations.donor_id = donors.id);
  return null;
end
$$;
create trigger donations_leave_with_their_donor after delete on donations
  for each statement execute function forget_donors_without_donations();

-- What the team notes about a donor. Never shown to anybody else.
create table donor_notes (
  id uuid primary key,
  donor_id uuid not null references donors on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- Null until its writer corrects it.
  changed_at timestamptz(3),
  created_by uuid not null,
  text text not null check (text <> '')
);
create index donor_notes_donor on donor_notes (donor_id, created_at desc, id desc);

-- The mails to donors: that they were sent, where to, and what they were about, without their text.
create table donor_mails (
  -- The job of the queue that sends it.
  job_id uuid primary key,
  donor_id uuid not null references donors on delete cascade,
  created_at timestamptz(3) not null default now(),
  recipient text not null,
  subject text not null,
  -- When the mail server took it.
  left_at timestamptz(3)
);
create index donor_mails_donor on donor_mails (donor_id, created_at desc, job_id desc);
