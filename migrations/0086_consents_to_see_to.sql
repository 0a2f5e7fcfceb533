-- The desk counts consents that somebody has to see to, each time that somebody opens a page: few of many open needs.
create index nominations_consent on nominations (consent_said, consent_ends_at)
  where consent_said is not null and is_accepted and not is_completed;
