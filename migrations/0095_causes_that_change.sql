-- A cause can be renamed, described, put in order, hidden from new donations, and closed. What was given to it stays there.
-- The names say that they are of a cause: most queries join causes with tables that have a state and a description, too.
alter table causes
  add column cause_description text not null default '',
  add column cause_state text not null default 'open' check (cause_state in ('open', 'hidden', 'closed')),
  -- Null until somebody has put the causes in order: those without a place come last, by their names.
  add column cause_place integer,
  add column cause_revision integer not null default 0,
  -- Where recurring donations to a closed cause go, also those whose first payment was under way when it was closed.
  add column plans_to_id uuid references causes,
  add check (plans_to_id <> id),
  add check ((cause_state = 'closed') = (plans_to_id is not null));
