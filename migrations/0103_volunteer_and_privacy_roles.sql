-- Two roles more: whoever looks after volunteers and whoever answers requests about personal data need not be treasurer
-- or owner for it. src/core/people/rights.ts has what each may do.
alter table users drop constraint users_roles_check;
alter table users add constraint users_roles_check check (
  cardinality(roles) > 0
  and roles <@ array[
    'viewer', 'case-worker', 'publisher', 'treasurer', 'volunteer-coordinator', 'privacy-officer', 'auditor', 'owner'
  ]
);
