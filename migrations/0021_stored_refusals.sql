-- A call that is repeated with its Idempotency-Key gets its first response again, also when that was a refusal:
-- { code, message, fields? }.
alter table idempotency_keys
  alter column response drop not null,
  add column refusal jsonb,
  add constraint idempotency_keys_one_response check (num_nonnulls(response, refusal) = 1);

-- What the provider said when it refused a refund, for the same reason.
alter table refunds add column refusal text;
