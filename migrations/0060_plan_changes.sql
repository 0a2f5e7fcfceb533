-- One change of a plan at a time: until when somebody is changing it at the provider. A change that never came back ends by
-- itself.
alter table plans add column changing_until timestamptz(3);
-- What the team has changed last and its donor was not told yet, because nobody knows whether the provider has done it: in
-- words, and what the plan is once it has.
alter table plans add column team_change text;
alter table plans add column team_change_to text;
alter table plans add column team_change_at timestamptz(3);
alter table plans add constraint plans_team_change
  check (num_nulls(team_change, team_change_to, team_change_at) in (0, 3));

-- The team moves the running plans of a cause to another one: each donor is told, and has 14 days to choose differently.
create table plan_moves (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  from_cause_id uuid not null references causes,
  to_cause_id uuid not null references causes,
  -- 'user:<id>'.
  requested_by text not null check (requested_by <> ''),
  due_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  done_at timestamptz(3),
  check (from_cause_id <> to_cause_id),
  check (num_nonnulls(cancelled_at, done_at) < 2)
);
create unique index plan_moves_open on plan_moves (from_cause_id) where cancelled_at is null and done_at is null;
create index plan_moves_to on plan_moves (to_cause_id);

-- A plan whose donor was told. It is moved, or left because it ended or its donor chose another cause meanwhile.
create table plan_move_plans (
  move_id uuid not null references plan_moves on delete cascade,
  plan_id uuid not null references plans on delete cascade,
  outcome text check (outcome in ('moved', 'left')),
  primary key (move_id, plan_id)
);
create index plan_move_plans_plan on plan_move_plans (plan_id);
