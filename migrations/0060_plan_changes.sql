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
