-- A donor may stay anonymous: nobody outside of the team reads whose donation it is. It is said of each donation and of
-- each plan, not of the donor: somebody may give under their name, too.
alter table checkouts add column is_anonymous boolean not null default false;
alter table donations add column is_anonymous boolean not null default false;
-- Goes to each of its donations.
alter table plans add column is_anonymous boolean not null default false;
