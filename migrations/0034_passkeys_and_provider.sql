-- Passkeys (WebAuthn). Each one is a second factor beside the password, and signs in without one.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- What the browser calls it, and the key that checks its signatures.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often it has signed, as far as it counts: 0 forever if it is kept on several devices.
  counter bigint not null check (counter >= 0),
  -- How browsers reach it, such as 'usb' and 'internal'.
  transports text[] not null,
  -- The host that it works for: with another PUBLIC_URL, it is useless.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

-- What a passkey has to sign. Used up by deletion.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Whom it was made for; null before somebody has signed in.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'confirm', 'add')),
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Accounts at a provider of OpenID Connect. The email address there counts only until there is such a row.
create table provider_links (
  issuer text not null,
  -- The provider's own id of the person, which stays when the address changes.
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- A person with passkeys alone has recovery codes, too.
alter table recovery_codes drop constraint recovery_codes_user_id_fkey;
alter table recovery_codes add foreign key (user_id) references users on delete cascade;

alter table users
  -- Null while the invitation is open. Without a password, somebody has accepted with the provider.
  add column accepted_at timestamptz(3),
  add column last_signed_in_at timestamptz(3);
-- When these people accepted is not known anymore: their account is as old as this at least.
update users set accepted_at = created_at where password_hash is not null;
update users set last_signed_in_at =
  (select max(created_at) from audit_entries
   where action = 'session.started' and subject_id = users.id::text);

-- How many factors a provider has vouched for; null for whoever signed in here.
alter table sessions add column provider_factors smallint check (provider_factors in (1, 2));
