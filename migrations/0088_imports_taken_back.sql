-- A donation that was imported by mistake was never given. The ledger keeps its entries, and it has no cause and no donor
-- anymore, so that no list, sum, or count has it (decision 0075).
alter table donations
  alter column cause_id drop not null,
  alter column donor_id drop not null,
  add constraint donations_given_to_a_cause check (
    num_nulls(cause_id, donor_id) = 0
    or (num_nulls(cause_id, donor_id) = 2 and source = 'import' and returned_cents = amount_cents
      and num_nonnulls(first_name, last_name, email, phone, zip, payment_intent_id) = 0
      and description = '' and postal_address = '')
  );

-- Count it no more, as the sums of its cause do: they already read what a cause has before and after.
drop trigger donations_moved on donations;
create trigger donations_moved after update of cause_id on donations
  for each row when (old.cause_id is distinct from new.cause_id)
  execute function move_cause_count('donation_count');

-- Months leave out what was taken back.
drop index donations_imported;
create index donations_imported on donations (created_at) include (amount_cents)
  where source = 'import' and cause_id is not null;
create index donations_taken_back on donations (id) where cause_id is null;
create index ledger_entries_taken_back on ledger_entries (created_at) include (amount_cents, donation_id)
  where kind = 'reversal' and source like 'import:%';

-- Of donors who came with them, nothing is left, unless somebody has had to do with them since. The caller has returned
-- the money of the donations.
create function forget_imported_donations(ids uuid[]) returns void language plpgsql as $$
declare
  their_donors constant uuid[] := array(select distinct donor_id from donations where id = any(ids));
begin
  delete from donation_links where donation_id = any(ids);
  delete from public_comments where donation_id = any(ids);
  delete from dedications where donation_id = any(ids);
  delete from donation_goods where donation_id = any(ids);
  update donations set cause_id = null, donor_id = null, payment_intent_id = null, provider = null,
    first_name = null, last_name = null, email = null, phone = null, zip = null, postal_address = '', description = '',
    is_anonymous = false, is_available_to_volunteer_time = false
  where id = any(ids);
  delete from donors
  where id = any(their_donors) and joined_into is null
    and not exists (select from donations where donor_id = donors.id)
    and not exists (select from plans where donor_id = donors.id)
    and not exists (select from in_kind_donations where donor_id = donors.id)
    and not exists (select from volunteer_offers where donor_id = donors.id)
    and not exists (select from gift_aid_declarations where donor_id = donors.id)
    and not exists (select from donor_notes where donor_id = donors.id)
    and not exists (select from donor_mails where donor_id = donors.id)
    and not exists (select from donor_mailing_recipients where donor_id = donors.id)
    and not exists (select from statement_recipients where donor_id = donors.id)
    and not exists (select from donor_changes where donors.id in (donor_id, other_id))
    and not exists (select from donors as joined where joined.joined_into = donors.id);
  update donors set last_donation_at = newest.at
  from (
    select donor_id, max(created_at) as at from donations where donor_id = any(their_donors) group by donor_id
  ) as newest
  where donors.id = newest.donor_id and last_donation_at <> newest.at;
end
$$;

-- A trial may have taken imports back, too: these donations are test donations like others, and name no cause.
do $$
declare
  changed constant text := replace(replace(pg_get_functiondef('take_test_money_out_of_books'::regproc),
    'from donations join causes on', 'from donations left join causes on'), 'causes.name,', 'coalesce(causes.name, ''''),');
begin
  if strpos(changed, 'left join causes') * strpos(changed, 'coalesce(causes.name') = 0 then
    raise exception 'take_test_money_out_of_books reads donations in another way';
  end if;
  execute changed;
end
$$;

-- Imports that were taken back before.
select forget_imported_donations(array(select donation_id from import_lines where is_taken_back and donation_id is not null));
-- All migrations are one transaction, and a later one may change the table, which nothing may wait for then.
set constraints donations_sum_change, donations_sum_spent_before_change immediate;
