-- The donor's private page: one link per mail, no account.
create table gift_links (
  -- SHA-256 of the secret in the link: whoever reads this table cannot open it.
  token_hash bytea primary key,
  donation_id uuid not null references donations,
  created_at timestamptz(3) not null default now()
);
-- Replacing a gift's links ends all of them.
create index gift_links_donation on gift_links (donation_id);
