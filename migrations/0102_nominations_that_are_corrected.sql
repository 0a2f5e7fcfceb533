-- What a nominator wrote down wrongly can be corrected, and stays readable as what it was.
alter table nominations
  -- The versions before: whoever corrects one says which they have seen.
  add column facts_revision integer not null default 0;

create table nomination_corrections (
  id uuid primary key,
  nomination_id uuid not null references nominations on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- Not a reference: a correction outlives the account of whoever made it.
  corrected_by uuid not null,
  reason text not null,
  -- What was corrected, by the names of the API.
  facts text[] not null,
  -- What it was; null where it was nothing, or stayed. A first or last name stands here with the other one.
  nominee text,
  first_name text,
  last_name text,
  phone text,
  zip text,
  needed_cents bigint,
  urgency text,
  nominee_knows text
);
create index nomination_corrections_nomination on nomination_corrections (nomination_id, created_at);
