-- What each person may do: one or more of the roles whose rights src/core/rights.ts has. Until now everybody could do
-- everything, which is what an owner may do.
alter table users add column roles text[] not null default '{owner}'
  check (
    cardinality(roles) > 0
    and roles <@ array['viewer', 'case-worker', 'publisher', 'treasurer', 'auditor', 'owner']
  );
alter table users alter column roles drop default;
