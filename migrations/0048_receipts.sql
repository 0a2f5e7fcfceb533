-- Receipts of donations for the tax office, and statements of a period.

-- Asked for where the law wants it on receipts: as typed with a donation, and of the donor as the team corrected it.
alter table donations add column postal_address text not null default '';
alter table donors add column postal_address text not null default '';

-- Goods or services that a donor got in return for a donation.
create table donation_goods (
  donation_id uuid primary key references donations on delete cascade,
  description text not null check (description <> ''),
  value_cents bigint not null check (value_cents > 0),
  -- 'user:<id>', as in the audit trail.
  set_by text not null,
  set_at timestamptz(3) not null default now()
);

-- The last number of each year. Whoever issues a receipt locks its row until the transaction ends, and a transaction
-- that is rolled back gives its number back: so there is no gap, as there would be with a sequence.
create table donation_receipt_years (
  year integer primary key check (year between 2000 and 9999),
  last_serial integer not null check (last_serial > 0)
);

create table donation_receipts (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- The year in which it was issued, and its place in that year.
  year integer not null references donation_receipt_years,
  serial integer not null check (serial > 0),
  -- As it is printed.
  number text not null unique,
  donation_id uuid not null references donations,
  -- Which rules it follows: a name of src/core/receipt-profiles.ts.
  profile text not null,
  -- Both in the time zone that the charity had then.
  issued_on date not null,
  received_on date not null,
  -- What of the donation had not gone back to the donor.
  amount_cents bigint not null check (amount_cents > 0),
  goods_cents bigint not null check (goods_cents >= 0),
  -- The donor as printed, and all of it as printed.
  donor_name text not null,
  donor_address text not null,
  document jsonb not null,
  state text not null default 'issued' check (state in ('issued', 'void', 'replaced')),
  -- As in the audit trail: 'user:<id>', 'visitor' for the donor, or 'system'.
  issued_by text not null,
  ended_at timestamptz(3),
  ended_by text,
  end_reason text,
  -- The receipt that this one takes the place of.
  replaces uuid unique references donation_receipts,
  -- When a donor who lost it first got a copy.
  copied_at timestamptz(3),
  -- The bytes as they were drawn first, and those of the copy. Neither is drawn again.
  pdf_key text unique,
  pdf_bytes bigint,
  pdf_sha256 text,
  copy_key text unique,
  copy_bytes bigint,
  copy_sha256 text,
  unique (year, serial),
  check ((state = 'issued') = (ended_at is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null)),
  check ((pdf_key is null) = (pdf_bytes is null) and (pdf_key is null) = (pdf_sha256 is null)),
  check ((copy_key is null) = (copy_bytes is null) and (copy_key is null) = (copy_sha256 is null))
);
-- A donation has one receipt that counts.
create unique index donation_receipts_current on donation_receipts (donation_id) where state = 'issued';
create index donation_receipts_donation on donation_receipts (donation_id, created_at desc, id desc);
create index donation_receipts_newest on donation_receipts (created_at desc, id desc);
create index donation_receipts_undrawn on donation_receipts (created_at) where pdf_key is null;
create index donation_receipts_donor on donation_receipts using gin (search_form(' ' || donor_name) gin_trgm_ops);

-- What was issued stays as it was printed. It only ends once, is copied, and gets its bytes once.
create function protect_donation_receipt() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'donation_receipts keeps every receipt that was issued';
  end if;
  if (to_jsonb(old) - array['state', 'ended_at', 'ended_by', 'end_reason', 'copied_at', 'pdf_key', 'pdf_bytes',
        'pdf_sha256', 'copy_key', 'copy_bytes', 'copy_sha256'])
      is distinct from
      (to_jsonb(new) - array['state', 'ended_at', 'ended_by', 'end_reason', 'copied_at', 'pdf_key', 'pdf_bytes',
        'pdf_sha256', 'copy_key', 'copy_bytes', 'copy_sha256'])
      or (old.state <> 'issued' and (old.state, old.ended_at, old.ended_by, old.end_reason)
        is distinct from (new.state, new.ended_at, new.ended_by, new.end_reason))
      or (old.pdf_key is not null and (old.pdf_key, old.pdf_sha256) is distinct from (new.pdf_key, new.pdf_sha256))
      or (old.copy_key is not null and (old.copy_key, old.copy_sha256) is distinct from (new.copy_key, new.copy_sha256))
  then
    raise exception 'a receipt that was issued does not change';
  end if;
  return new;
end
$$;
create trigger donation_receipts_protected before update or delete on donation_receipts
  for each row execute function protect_donation_receipt();
create trigger donation_receipts_not_truncated before truncate on donation_receipts
  for each statement execute function protect_donation_receipt();

-- Statements of a period, mailed to everybody who gave in it.
create table statement_mailings (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  created_by uuid not null,
  -- First and last day, in the time zone of the charity.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  stopped_at timestamptz(3),
  stopped_by uuid,
  check ((stopped_at is null) = (stopped_by is null))
);
-- A period is mailed once, unless it was stopped.
create unique index statement_mailings_once on statement_mailings (from_day, to_day) where stopped_at is null;
create table statement_recipients (
  -- The job of the queue that sends it.
  id uuid primary key,
  mailing_id uuid not null references statement_mailings,
  donor_id uuid not null references donors on delete cascade,
  queued_at timestamptz(3),
  -- Nothing was left to tell, or the mailing was stopped.
  left_out_at timestamptz(3),
  unique (mailing_id, donor_id)
);
create index statement_recipients_waiting on statement_recipients (mailing_id, id)
  where queued_at is null and left_out_at is null;
create index statement_recipients_donor on statement_recipients (donor_id);

-- A private link from such a mail to the statement of its period.
create table statement_links (
  token_hash bytea primary key,
  donor_id uuid not null references donors on delete cascade,
  from_day date not null,
  to_day date not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index statement_links_donor on statement_links (donor_id);
create index statement_links_expiry on statement_links (expires_at);
