-- When everyone could first open all receipts of an expense, for how long that takes.
alter table expenses add column proven_at timestamptz(3);

create function note_proof() returns trigger language plpgsql as $$
begin
  new.proven_at := coalesce(old.proven_at, now());
  return new;
end
$$;
create trigger expenses_note_proof before update of is_proven on expenses
  for each row when (new.is_proven and not old.is_proven) execute function note_proof();

update expenses set proven_at = greatest(
  expenses.created_at,
  (select published_at from public_pages where public_pages.nomination_id = expenses.nomination_id),
  (select max(audit_entries.created_at)
    from expense_receipts join audit_entries on subject_id = file_id::text and action = 'file.published'
    where expense_id = expenses.id))
where is_proven;
create index expenses_proven on expenses (proven_at desc) where is_proven and undone_at is null;

-- The donor's page with all of their donations, opened with a link that was mailed to their address.
create table donor_links (
  -- SHA-256 of the secret in the link: whoever reads this table cannot open it.
  token_hash bytea primary key,
  -- In lower case.
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index donor_links_expiry on donor_links (expires_at);
