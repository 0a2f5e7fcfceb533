-- Who a donor is may be corrected, and two records joined, by one person alone. The former address is told, and both can be
-- taken back whole.

-- When the address last became another one; null if it is the one that they came with.
alter table donors add column address_changed_at timestamptz(3);

-- Whatever changes it. Only taking a change back sets another moment itself.
create function note_address_change() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email)
    and new.address_changed_at is not distinct from old.address_changed_at then
    new.address_changed_at = now();
  end if;
  return new;
end
$$;
create trigger donors_address_changed before update of email on donors
  for each row execute function note_address_change();

create table donor_changes (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  kind text not null check (kind in ('correction', 'join')),
  -- The record that was corrected, or that stayed.
  donor_id uuid not null references donors on delete cascade,
  -- The record that was joined into it.
  other_id uuid references donors on delete cascade,
  -- Not a reference: it outlives the account.
  made_by uuid not null,
  -- Who the record was before that was corrected or joined.
  first_name text not null,
  last_name text not null,
  email text,
  -- Whether that address was told: links that are sent from then on wait.
  is_told boolean not null,
  -- When whoever reads that address said that it is right.
  confirmed_at timestamptz(3),
  taken_back_at timestamptz(3),
  -- What it takes to put everything back.
  kept jsonb not null,
  check ((kind = 'join') = (other_id is not null)),
  check (is_told or confirmed_at is null)
);
create index donor_changes_donor on donor_changes (donor_id, created_at);
create index donor_changes_other on donor_changes (other_id) where other_id is not null;

-- Links in the mails to former addresses.
create table donor_change_links (
  -- SHA-256 of the secret in the link.
  token_hash bytea primary key,
  change_id uuid not null references donor_changes on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index donor_change_links_change on donor_change_links (change_id);

-- A link counts as sent to a new address if it was made after the change, and not only in a transaction that began after it.
alter table donation_links alter column created_at set default clock_timestamp();
alter table plan_links alter column created_at set default clock_timestamp();
alter table statement_links alter column created_at set default clock_timestamp();
