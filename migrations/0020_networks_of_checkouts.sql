-- Where a checkout was started: a keyed hash of the network, never the address itself. Payments that fail again and
-- again are held against the network that they come from, not against everybody. Erased after 30 days.
alter table checkouts add column network bytea;
create index checkouts_network on checkouts (network, created_at) where network is not null;
create index payment_events_checkout on payment_events (checkout_id) where checkout_id is not null;
