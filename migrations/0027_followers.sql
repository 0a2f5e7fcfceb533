-- Who follows a need without having given to it or nominated it: an address gets updates once the link that was mailed
-- to it was confirmed.
create table followers (
  nomination_id uuid not null references nominations,
  -- In lower case.
  email text not null,
  -- SHA-256 of the secret in the link: whoever reads this table cannot use it.
  token_hash bytea not null unique,
  requested_at timestamptz(3) not null default now(),
  -- Null until the link was confirmed.
  confirmed_at timestamptz(3),
  primary key (nomination_id, email)
);
create index followers_email on followers (email);
-- What is deleted after some days.
create index followers_unconfirmed on followers (requested_at) where confirmed_at is null;

alter table update_recipients drop constraint update_recipients_role_check;
alter table update_recipients add constraint update_recipients_role_check
  check (role in ('donor', 'nominator', 'follower'));

-- Null once its address was forgotten: somebody who only followed needs has unsubscribed.
alter table unsubscribe_links alter column email drop not null;
create index unsubscribe_links_email on unsubscribe_links (email);
-- Whether an address is also a nominator's.
create index nominations_email on nominations (lower(email));
