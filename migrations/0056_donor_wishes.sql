-- What a donor said beside the donation, in the checkout: to whom it is dedicated, what is said in public, who matches it.
-- It becomes rows of their own once the donation is paid.
alter table checkouts add column wishes jsonb;

-- To whom a donation is dedicated. That of a recurring donation belongs to its first payment, whose id it has.
create table dedications (
  donation_id uuid primary key references donations on delete cascade,
  created_at timestamptz(3) not null default now(),
  kind text not null check (kind in ('honor', 'memory')),
  honoree text not null,
  -- Who is told of it, if anybody. Never a contact: erased some days after the mail was sent.
  recipient_name text,
  recipient_email text,
  message text not null default '',
  -- Whether the giver is named; an anonymous one never is.
  tells_name boolean not null default false,
  -- The day that the donor chose; null for as soon as possible.
  send_on date,
  -- When the mail is due; null if there is nobody to tell.
  due_at timestamptz(3),
  -- A fingerprint of the network that it came from, for the limits on mail; null once it was sent.
  network bytea,
  sent_at timestamptz(3),
  -- Why it is not sent: the money went back, the address wants no such mails, or its owner was erased.
  stopped_why text check (stopped_why in ('returned', 'blocked', 'erased')),
  bounced_at timestamptz(3),
  -- The job of the mail, and the fingerprint of the secret in its link.
  mail_id uuid unique,
  token_hash bytea unique,
  -- A keyed fingerprint of the mailbox, so that its owner can block it when the address itself is erased.
  mailbox_hash bytea,
  check ((recipient_name is null) = (recipient_email is null)),
  check (sent_at is null or (mail_id is not null and token_hash is not null and mailbox_hash is not null))
);
create index dedications_due on dedications (due_at)
  where recipient_email is not null and sent_at is null and stopped_why is null;
create index dedications_to_erase on dedications (sent_at) where recipient_email is not null;

-- Mailboxes whose owners want no mails about dedications: keyed fingerprints, which tell nobody who they are.
create table blocked_mailboxes (
  mailbox_hash bytea primary key,
  created_at timestamptz(3) not null default now()
);

-- What donors say in public about their donations. Shown once somebody of the team has approved it, and never with an
-- anonymous donation.
create table public_comments (
  donation_id uuid primary key references donations on delete cascade,
  created_at timestamptz(3) not null default now(),
  text text not null check (text <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  -- Not a reference: a decision outlives the account of whoever made it.
  decided_by uuid,
  decided_at timestamptz(3),
  check ((state = 'waiting') = (decided_at is null)),
  check (num_nulls(decided_by, decided_at) in (0, 2))
);
create index public_comments_newest on public_comments (state, created_at desc, donation_id desc);

-- Donations that somebody else is expected to make: an employer who matches one, a fund that an adviser asks to give. Each
-- is a donation of its own, with the employer or the fund as its donor; the employee's is only named here.
create table expected_donations (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  kind text not null check (kind in ('employer', 'fund')),
  -- The employer or the fund.
  organization text not null check (organization <> ''),
  -- Of an employer: the donation that it matches.
  donation_id uuid unique references donations on delete cascade,
  -- Of a fund: who asked it to give, and gets thanks.
  adviser_name text,
  adviser_email text,
  expected_cents bigint check (expected_cents > 0),
  state text not null default 'claimed' check (state in ('claimed', 'confirmed', 'paid', 'refused', 'expired')),
  changed_at timestamptz(3) not null default now(),
  -- What the team noted, such as why it was refused.
  note text not null default '',
  -- The donation with which it was paid.
  paid_donation_id uuid unique references donations on delete cascade,
  check ((kind = 'employer') = (donation_id is not null)),
  check ((kind = 'fund') = (adviser_name is not null)),
  check (kind = 'fund' or adviser_email is null),
  check ((state = 'paid') = (paid_donation_id is not null)),
  check (paid_donation_id <> donation_id)
);
create index expected_donations_newest on expected_donations (created_at desc, id desc);
create index expected_donations_open on expected_donations (state, created_at) where state in ('claimed', 'confirmed');
