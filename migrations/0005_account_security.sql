-- A session's place in its owner's list, and when they last proved who they are.
alter table sessions
  -- The default is for sessions that are open while this runs.
  add column id uuid not null default gen_random_uuid() unique,
  add column browser text not null default '',
  add column confirmed_at timestamptz(3) not null default now();
alter table sessions alter column id drop default;
update sessions set confirmed_at = created_at;

-- The authenticator app of a user (RFC 6238).
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Sealed with the server's secret key: whoever reads this table cannot make codes.
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Null until a first code has shown that the app knows the secret; until then sign-in asks for none.
  enabled_at timestamptz(3),
  -- The time step of the last code used: neither it nor an older one works again.
  last_step bigint not null default 0
);

-- For somebody whose phone is lost. SHA-256 of 120 random bits; used up by deletion.
create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references second_factors on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index recovery_codes_user on recovery_codes (user_id);

-- Failed guesses at passwords and codes. Keys are keyed hashes: no address of anybody is stored.
create table guess_counters (
  key bytea primary key,
  failures integer not null check (failures > 0),
  expires_at timestamptz(3) not null
);

-- Networks that an account has signed in from: there its owner gets in while strangers guess elsewhere.
create table known_networks (
  -- A keyed hash of account and network.
  key bytea primary key,
  expires_at timestamptz(3) not null
);
