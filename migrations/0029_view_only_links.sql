-- What a link to a donation page may do. The one of the thank-you page shows the donation and changes nothing: whoever
-- typed an address there need not own it.
alter table donation_links add column is_view_only boolean not null default false;
-- From now on, nobody may forget to say it.
alter table donation_links alter column is_view_only drop default;
