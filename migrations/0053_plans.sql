-- Donations that repeat: what a donor has agreed to give every month, quarter, or year. Money enters by the invoices that
-- the payment provider collects for it; each paid invoice is one donation.
create table plans (
  -- The id of the checkout that it began with.
  id uuid primary key references checkouts on delete cascade,
  created_at timestamptz(3) not null default now(),
  cause_id uuid not null references causes,
  -- Whose it is; null until it has begun.
  donor_id uuid references donors,
  amount_cents bigint not null check (amount_cents > 0),
  currency char(3) not null default book_currency() references books (currency),
  interval text not null check (interval in ('monthly', 'quarterly', 'yearly')),
  -- What the donor typed, which goes to each donation; null before it begins (the checkout has it) and once erased.
  details jsonb,
  -- The provider's ids; each plan has a customer of its own, so that nobody reaches a card by typing an address.
  subscription_id text unique,
  customer_id text unique,
  -- 'started' until the first payment; 'ending': it ends at the end of its period; 'failing': a payment is overdue.
  state text not null default 'started'
    check (state in ('started', 'active', 'ending', 'paused', 'failing', 'ended')),
  started_at timestamptz(3),
  next_charge_at timestamptz(3),
  paused_until timestamptz(3),
  -- The overdue payment: since when, why, when the provider tries again, whether the donor has to confirm it.
  failing_since timestamptz(3),
  last_failure_code text,
  next_try_at timestamptz(3),
  must_confirm boolean not null default false,
  -- The invoice that is overdue, and the try that was mailed last.
  failing_invoice_id text,
  failure_mailed_at timestamptz(3),
  card_brand text,
  card_last4 text,
  -- Such as '2031-08'.
  card_expires text,
  -- Since when the provider is asked to end it, or to give up what it has not collected; null once it has confirmed.
  -- It is asked again until it does.
  stop_requested_at timestamptz(3),
  ended_at timestamptz(3),
  -- Since when the provider is asked to pause it, such as after a dispute; null once it has.
  pause_requested_at timestamptz(3),
  -- The payment that was announced to the donor last.
  announced_charge_at timestamptz(3),
  -- Why it ended, or will end as soon as the provider confirms.
  ended_why text
    check (ended_why in ('donor', 'staff', 'payment_failed', 'disputed', 'cause_closed', 'provider')),
  -- When what is written here was read at the provider: an older answer never replaces a newer one.
  read_at timestamptz(3),
  check ((state = 'started') = (started_at is null)),
  check (state = 'started' or (donor_id is not null and subscription_id is not null and customer_id is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check (state <> 'ended' or ended_why is not null),
  check ((state = 'failing') = (failing_since is not null))
);
create index plans_newest on plans (created_at desc, id desc);
create index plans_state on plans (state, next_charge_at);
create index plans_cause on plans (cause_id);
create index plans_donor on plans (donor_id);
create index plans_to_tell on plans (id) where stop_requested_at is not null or pause_requested_at is not null;

-- A checkout that ended without a payment leaves no plan, and so nothing that keeps its cause from being deleted.
create function drop_unpaid_plan() returns trigger language plpgsql as $$
begin
  delete from plans where id = new.id and state = 'started';
  return null;
end
$$;
create trigger checkouts_drop_unpaid_plan after update of status on checkouts
  for each row when (new.status in ('cancelled', 'expired', 'failed')) execute function drop_unpaid_plan();

-- Whoever has a plan stays a donor, also without a donation. With the last plan and donation, they leave, too.
create or replace function forget_donors_without_donations() returns trigger language plpgsql as $$
begin
  delete from donors
  where joined_into is null and not exists (select from donations where donations.donor_id = donors.id)
    and not exists (select from plans where plans.donor_id = donors.id);
  return null;
end
$$;
create function forget_donors_without_plans() returns trigger language plpgsql as $$
begin
  delete from donors using gone
  where donors.id = gone.donor_id and joined_into is null
    and not exists (select from donations where donations.donor_id = donors.id)
    and not exists (select from plans where plans.donor_id = donors.id);
  return null;
end
$$;
create trigger plans_leave_with_their_donor after delete on plans referencing old table as gone
  for each statement execute function forget_donors_without_plans();

-- What happened to a plan, and what it was afterward. Append-only: figures are counted from it.
create table plan_events (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  plan_id uuid not null references plans on delete cascade,
  kind text not null check (kind in (
    'started', 'changed', 'paused', 'resumed', 'failed', 'recovered', 'stop_requested', 'ended')),
  -- 'donor', 'user:<id>', 'provider:<name>', or 'system'.
  actor text not null check (actor <> ''),
  -- Of 'ended' and 'stop_requested' the reason, of 'failed' the code of the bank's answer.
  why text,
  -- Of 'paused' when it resumes.
  until timestamptz(3),
  cause_id uuid not null references causes,
  amount_cents bigint not null,
  currency char(3) not null default book_currency() references books (currency),
  interval text not null check (interval in ('monthly', 'quarterly', 'yearly'))
);
create index plan_events_plan on plan_events (plan_id, created_at, id);
create index plan_events_newest on plan_events (created_at desc, id desc);
create index plan_events_cause on plan_events (cause_id);

create function refuse_plan_event_change() returns trigger language plpgsql as $$
begin
  -- With its plan, it may go: test money leaves the books.
  if tg_op = 'DELETE' and not exists (select from plans where id = old.plan_id) then return old; end if;
  raise exception 'plan_events is append-only';
end
$$;
create trigger plan_events_append_only before update or delete on plan_events
  for each row execute function refuse_plan_event_change();

-- Private links of donors. Those in receipts show a plan and stop it; what changes it takes a fresh one, used once.
create table plan_links (
  -- SHA-256 of the secret in the link.
  token_hash bytea primary key,
  plan_id uuid not null references plans on delete cascade,
  scope text not null check (scope in ('view', 'change')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  used_at timestamptz(3),
  check ((scope = 'change') = (expires_at is not null)),
  check (used_at is null or scope = 'change')
);
create index plan_links_plan on plan_links (plan_id);

-- The first donation of a plan was paid on the payment page and has the id of its checkout; the others are renewals.
alter table donations add column plan_id uuid references plans;
create index donations_plan on donations (plan_id) where plan_id is not null;
alter table donations drop constraint donations_ids_of_source;
alter table donations add constraint donations_ids_of_source check (case source
  when 'online' then checkout_id is not null and checkout_id = id and payment_intent_id is not null
    and (plan_id is null) = (invoice_id is null) and (plan_id is null or plan_id = id)
  when 'renewal' then checkout_id is null and num_nulls(plan_id, invoice_id, payment_intent_id) = 0
  when 'offline' then num_nonnulls(checkout_id, invoice_id, payment_intent_id, plan_id) = 0
  -- A payment that the earlier system took through our provider may still be refunded or disputed there.
  when 'import' then num_nonnulls(checkout_id, invoice_id, plan_id) = 0
end);

alter table unbooked_objects drop constraint unbooked_objects_kind_check;
alter table unbooked_objects add constraint unbooked_objects_kind_check
  check (kind in ('checkout', 'refund', 'dispute', 'balance', 'plan', 'invoice'));
