-- Gift Aid (United Kingdom): donors declare that the charity may reclaim the tax on what they gave, and the charity
-- claims it with a schedule. A declaration stays as it was made; only its end is added.
create table gift_aid_declarations (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- Whose it is; null while the payment page of its checkout has not been paid.
  donor_id uuid references donors on delete cascade,
  -- The donation with which it was made: it covers that one, and the payments of a recurring donation that began with it.
  checkout_id uuid unique references checkouts on delete cascade,
  -- Whether it covers what was given in the four years before, and from then on. On their page and to the team, donors
  -- declare that; with a donation, they declare for it alone.
  covers_others boolean not null,
  declared_on date not null,
  -- 'form': with a donation; 'page': on the donor's page; 'oral' and 'paper': recorded by the team.
  made text not null check (made in ('form', 'page', 'oral', 'paper')),
  -- As in the audit trail: 'user:<id>', or 'donor'.
  recorded_by text not null,
  -- The charity's name and the exact sentences, with the number of their version.
  charity_name text not null,
  wording text not null,
  wording_version int not null,
  title text not null default '',
  first_name text not null,
  last_name text not null,
  -- The name or number of the house, and the rest of the address.
  house text not null,
  address text not null default '',
  -- Empty for somebody who lives abroad.
  postcode text not null default '',
  -- From this day on, nothing is covered anymore.
  withdrawn_on date,
  withdrawn_by text,
  check (num_nulls(withdrawn_on, withdrawn_by) in (0, 2)),
  check (covers_others or checkout_id is not null),
  -- Whoever types an address into the donation form has not shown to be its owner.
  check (made <> 'form' or not covers_others),
  check (donor_id is not null or checkout_id is not null)
);
create index gift_aid_declarations_donor on gift_aid_declarations (donor_id) where donor_id is not null;

-- What was declared with a donation belongs to its donor once it is paid, whoever books it.
create function own_gift_aid_declaration() returns trigger language plpgsql as $$
begin
  update gift_aid_declarations set donor_id = new.donor_id
  where checkout_id = new.checkout_id and donor_id is null;
  return null;
end
$$;
create trigger donations_own_gift_aid_declaration after insert on donations
  for each row when (new.checkout_id is not null) execute function own_gift_aid_declaration();

-- Who did not pay declared nothing.
create function drop_unpaid_declaration() returns trigger language plpgsql as $$
begin
  delete from gift_aid_declarations where checkout_id = new.id and donor_id is null;
  return null;
end
$$;
create trigger checkouts_drop_unpaid_declaration after update of details, status on checkouts
  for each row when (new.status in ('cancelled', 'expired', 'failed')) execute function drop_unpaid_declaration();

-- A claim at the tax office: what it names counts as claimed, until it is undone.
create table gift_aid_claims (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  claimed_on date not null,
  claimed_by uuid not null,
  reference text not null default '',
  undone_at timestamptz(3),
  undone_reason text,
  check (num_nulls(undone_at, undone_reason) in (0, 2))
);
create table gift_aid_claim_lines (
  claim_id uuid not null references gift_aid_claims on delete cascade,
  donation_id uuid not null references donations on delete cascade,
  -- Null for an adjustment, once its declaration is gone.
  declaration_id uuid references gift_aid_declarations,
  -- What is claimed of it; below zero for what was claimed before and went back to the donor.
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (claim_id, donation_id)
);
create index gift_aid_claim_lines_donation on gift_aid_claim_lines (donation_id);
create index gift_aid_claim_lines_declaration on gift_aid_claim_lines (declaration_id);

-- A claim whose test money has left the books has nothing left to tell.
create function drop_empty_claim() returns trigger language plpgsql as $$
begin
  delete from gift_aid_claims where id = old.claim_id
    and not exists (select from gift_aid_claim_lines where claim_id = old.claim_id);
  return null;
end
$$;
create trigger gift_aid_claim_lines_drop_claim after delete on gift_aid_claim_lines
  for each row execute function drop_empty_claim();

-- What of a donation is claimed, in claims that count.
create function gift_aid_claimed(of_donation uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_cents), 0)::bigint
  from gift_aid_claim_lines join gift_aid_claims on gift_aid_claims.id = claim_id
  where donation_id = of_donation and undone_at is null
$$;

-- Whether a claim of the last years relies on a declaration, so that it has to be kept.
create function gift_aid_needed(of_declaration uuid, years int) returns boolean language sql stable as $$
  select exists (
    select from gift_aid_claim_lines join gift_aid_claims on gift_aid_claims.id = claim_id
    where declaration_id = of_declaration and undone_at is null
      and claimed_on > (now() - make_interval(years => years))::date
  )
$$;
