-- Donations come from more than a payment page: gifts that renew, cheques and cash, and what an earlier system recorded.

alter table donations drop constraint donations_id_fkey;
alter table donations
  -- How the money came: paid on the payment page, renewed by a plan, entered by the team, or taken over from an earlier
  -- system.
  add column source text not null default 'online' check (source in ('online', 'renewal', 'offline', 'import')),
  -- The checkout that was paid. A donation that was paid there has its id.
  add column checkout_id uuid unique references checkouts,
  -- The provider's id of the invoice that was paid.
  add column invoice_id text unique,
  -- Who took the payment, and looks after its refunds and disputes.
  add column provider text,
  -- The day on which the money was received, in the time zone of the charity: what receipts and years go by.
  add column received_on date;

-- A site that went live with a version that had test money in its books still has it there: its next start takes it out.
-- The database would check such a row if it were changed twice in one upgrade.
alter table donations drop constraint donations_in_these_books;
update donations
set checkout_id = donations.id, provider = checkouts.provider,
  received_on = (donations.created_at at time zone coalesce(
    (select name from pg_timezone_names where name = (
      select after ->> 'timeZone' from settings_versions order by version desc limit 1)),
    (select name from pg_timezone_names where name = current_setting('everycent.time_zone', true)),
    'UTC'))::date
from checkouts where checkouts.id = donations.id;
alter table donations add constraint donations_in_these_books
  foreign key (is_real) references books (is_real) deferrable not valid;
do $$
begin
  if not exists (select from donations, books where donations.is_real <> books.is_real) then
    alter table donations validate constraint donations_in_these_books;
  end if;
end
$$;

-- From now on, nobody may forget to say it.
alter table donations alter column source drop default;
alter table donations alter column received_on set not null;
create index donations_received on donations (received_on desc, id desc);

alter table donations alter column payment_intent_id drop not null;
alter table donations add constraint donations_provider_of_payment
  check ((provider is null) = (payment_intent_id is null));
alter table donations add constraint donations_ids_of_source check (case source
  when 'online' then checkout_id is not null and checkout_id = id and payment_intent_id is not null
  when 'renewal' then checkout_id is null and invoice_id is not null and payment_intent_id is not null
  when 'offline' then num_nonnulls(checkout_id, invoice_id, payment_intent_id) = 0
  -- A payment that the earlier system took through our provider may still be refunded or disputed there.
  when 'import' then num_nonnulls(checkout_id, invoice_id) = 0
end);

-- A cheque names its donor, and not how to reach them; cash in a box names nobody, and belongs to a donor who stands for
-- all of those.
alter table donations
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column email drop not null,
  alter column phone drop not null,
  alter column zip drop not null;
alter table donations add constraint donations_contact_of_source check (
  source in ('offline', 'import')
  or num_nulls(first_name, last_name, email, phone, zip) = 0
);
alter table test_donations
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column email drop not null;

-- A donor without an address is found by name.
alter table donors alter column email drop not null;
alter table donors drop column searched;
alter table donors add column searched text not null generated always as (
  search_form(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || formerly)) stored;
create index donors_searched on donors using gin (searched gin_trgm_ops);
