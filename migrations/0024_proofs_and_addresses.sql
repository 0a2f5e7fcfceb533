-- What was moved in a session since its last proof (a sign-in or a confirmation) stopped counting.
alter table sessions add column unproven_cents bigint not null default 0;

-- Browsers in which the owner of an account has signed in: guesses of strangers do not count against them. They
-- replace the known networks, which strangers can share.
create table known_browsers (
  -- SHA-256 of 256 random bits in a cookie, which may be known for several accounts.
  token_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  primary key (token_hash, user_id)
);
create index known_browsers_user on known_browsers (user_id);
drop table known_networks;

-- An address that an account is about to get. It counts once everyone who has to has opened a link.
create table address_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  -- Null if that administrator was removed.
  requested_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Whether the owner has asked for it, or has agreed with the link in the mail to the current address.
  is_agreed boolean not null,
  -- Whether the link in the mail to the new address was opened.
  is_confirmed boolean not null default false
);
create index address_changes_requested_by on address_changes (requested_by);

alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('invitation', 'reset', 'setup', 'agree-address', 'confirm-address', 'stop-address'));
