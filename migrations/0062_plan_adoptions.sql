-- Subscriptions that another system began at the same account of the payment provider, and that go on here. A row is
-- written when somebody asks for it, and a job asks the provider until it knows what became of it.
create table plan_adoptions (
  -- The provider's id.
  subscription_id text primary key,
  asked_at timestamptz(3) not null default now(),
  -- Not a reference: it outlives the account of whoever asked.
  asked_by uuid not null,
  -- The cause to which its donations go from then on.
  cause_id uuid not null references causes,
  -- Set before the provider is asked to name it, so that whatever it tells of the subscription finds its plan.
  plan_id uuid unique references plans on delete cascade,
  state text not null default 'asked' check (state in ('asked', 'adopted', 'refused')),
  -- Of a refused one, why.
  remark text not null default '',
  settled_at timestamptz(3),
  check ((state = 'asked') = (settled_at is null)),
  check (state <> 'adopted' or plan_id is not null)
);
create index plan_adoptions_asked on plan_adoptions (asked_at) where state = 'asked';
create index plan_adoptions_cause on plan_adoptions (cause_id);

-- Each plan has a checkout with its details; that of an adopted one was never a payment page.
alter table checkouts drop constraint checkouts_status_check;
alter table checkouts add constraint checkouts_status_check
  check (status in ('started', 'pending', 'paid', 'cancelled', 'expired', 'failed', 'adopted'));
