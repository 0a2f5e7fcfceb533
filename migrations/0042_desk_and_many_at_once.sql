-- The desk: months of money, payments that failed, answers that nobody has read. And emails to many donors at once.

-- The months of the charts on the dashboard are read from this index alone.
create index ledger_entries_months on ledger_entries (created_at) include (kind, amount_cents);

-- Payments that were never made, in the order of the list. Most of them were just left, which the list counts.
create index checkouts_unpaid on checkouts (ended_at desc, id desc) where status in ('cancelled', 'expired', 'failed');
create index refunds_failed on refunds (created_at desc, id desc) where status = 'failed';

-- Since when a nomination has an answer that nobody of the team has read; null if there is none.
alter table nominations add column unread_answer_since timestamptz(3);
create index nominations_unread_answers on nominations (unread_answer_since) where unread_answer_since is not null;

create table donor_mailings (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- Not a reference: a mailing outlives the account of whoever wrote it.
  created_by uuid not null,
  subject text not null,
  -- With the places where names go.
  text text not null,
  -- Until then nothing of it leaves, and it can be stopped as a whole.
  leaves_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  stopped_by uuid
);
create index donor_mailings_newest on donor_mailings (created_at desc, id desc);

create table donor_mailing_recipients (
  -- Also the id of the job that sends the mail, so that no donor gets it twice.
  id uuid primary key,
  mailing_id uuid not null references donor_mailings on delete cascade,
  donor_id uuid not null references donors,
  queued_at timestamptz(3),
  -- Wanted no updates anymore, or was joined with another recipient, when it was their turn.
  left_out_at timestamptz(3),
  unique (mailing_id, donor_id)
);
create index donor_mailing_recipients_donor on donor_mailing_recipients (donor_id);
create index donor_mailing_recipients_waiting on donor_mailing_recipients (mailing_id, id)
  where queued_at is null and left_out_at is null;
