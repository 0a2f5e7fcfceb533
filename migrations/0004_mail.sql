-- Mails that could not be sent, until somebody sends them again or discards them. Waiting mail lies in
-- pg-boss's tables.
create table dead_mails (
  id uuid primary key,
  -- When sending was given up.
  created_at timestamptz(3) not null default now(),
  -- The whole mail, Message-ID included; gone as soon as it has been decided on.
  mail jsonb,
  error text not null,
  tries integer not null check (tries > 0),
  resolved_at timestamptz(3),
  check ((mail is null) = (resolved_at is not null))
);
create index dead_mails_newest on dead_mails (created_at desc, id desc) where resolved_at is null;

-- What administrators switch while the site runs: 'mail_paused', …
create table site_settings (
  key text primary key check (key <> ''),
  value jsonb not null,
  updated_at timestamptz(3) not null default now()
);

-- When an account was sent a reset link, for as long as that counts towards its limit.
create table reset_mails (
  user_id uuid not null references users (id) on delete cascade,
  sent_at timestamptz(3) not null default now()
);
create index reset_mails_user on reset_mails (user_id, sent_at);
