-- Which of the first steps of a site were done. One that was done once stays done: what breaks later is an alert.
create table first_steps_done (
  step text primary key,
  created_at timestamptz(3) not null default now(),
  -- 'user:<id>' of whoever said so, as in the audit trail; 'system' if the software saw it.
  actor text not null check (actor <> '')
);
