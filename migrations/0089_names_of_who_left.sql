-- Whoever leaves the team keeps their name in what they did, and nothing else: no account, no address, no role.
create table former_users (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  left_on date not null
);

-- Those who left before, as the audit trail has them.
insert into former_users (id, first_name, last_name, left_on)
select distinct on (subject_id) subject_id::uuid, before ->> 'firstName', before ->> 'lastName',
  (created_at at time zone 'UTC')::date
from audit_entries
where action = 'user.deleted' and before ->> 'firstName' is not null and before ->> 'lastName' is not null
  and not exists (select from users where users.id::text = subject_id)
order by subject_id, created_at desc;

-- The name of somebody of the team, or of somebody who left it, by what entries say who did something: 'user:' and an id.
create function team_name(actor text) returns text language sql stable as $$
  select coalesce(
    (select first_name || ' ' || last_name from users where 'user:' || id = actor),
    (select first_name || ' ' || last_name || ', left on ' || to_char(left_on, 'MM/DD/YYYY')
      from former_users where 'user:' || id = actor)
  )
$$;

-- What they asked for and what they approved stays known as well.
alter table approvals drop constraint approvals_requested_by_fkey, drop constraint approvals_decided_by_fkey;
