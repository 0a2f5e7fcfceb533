-- What donors are told about a need: on its public page, and by mail to everybody whose cents are in it.
create table updates (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  nomination_id uuid not null references nominations,
  kind text not null check (kind in ('progress', 'completed', 'did_not_work_out')),
  title text not null,
  text text not null,
  created_by uuid not null,
  -- Null while it is a draft. What is published stays: it has been mailed.
  published_at timestamptz(3)
);
create index updates_nomination on updates (nomination_id, created_at desc, id desc);
-- How a need ended: the newest update that says so.
create index updates_ending on updates (nomination_id, published_at desc, id desc)
  where published_at is not null and kind <> 'progress';

-- Its receipts, photos and videos. A file that is deleted leaves the update.
create table update_files (
  update_id uuid not null references updates on delete cascade,
  position int not null,
  file_id uuid not null references files on delete cascade,
  primary key (update_id, position)
);
create index update_files_file on update_files (file_id);

-- Who gets a published update by mail, decided when it is published. The id is also the id of the mail's job in
-- the queue, so that one person's mail is queued once, whatever happens in between.
create table update_recipients (
  id uuid primary key,
  update_id uuid not null references updates,
  -- In lower case, as everywhere below.
  email text not null,
  role text not null check (role in ('donor', 'nominator')),
  first_name text not null,
  -- When the mail was handed to the queue.
  queued_at timestamptz(3),
  unique (update_id, email)
);
-- What is still to be queued.
create index update_recipients_waiting on update_recipients (update_id, id) where queued_at is null;
create index update_recipients_email on update_recipients (email);

-- Who wants no updates by mail. Receipts and answers still come.
create table mail_opt_outs (
  email text primary key,
  since timestamptz(3) not null default now()
);

-- The links that end updates by mail: one for each mail.
create table unsubscribe_links (
  -- SHA-256 of the secret in the link: whoever reads this table cannot use it.
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz(3) not null default now()
);

-- The gifts of an address, for the donor's own shares.
create index donations_email on donations (lower(email));

-- Which job of the queue a dead mail was; null for older ones.
alter table dead_mails add column job_id uuid;
create unique index dead_mails_job on dead_mails (job_id);
