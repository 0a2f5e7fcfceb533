-- What donors add to a recurring donation for card costs. The price at the provider is the sum of both, and each payment
-- brings both: the donation, and what was added, which is no part of it.
alter table plans add column cover_cents bigint not null default 0 check (cover_cents >= 0);
alter table plan_events add column cover_cents bigint not null default 0;
