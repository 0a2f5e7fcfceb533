-- A call that is repeated with its Idempotency-Key gets its first response again: one that is stored with the old
-- name of a field has to fit the API of today. Migration 0015 renamed the column.
update idempotency_keys
set response = (response - 'proof') || jsonb_build_object('receiptKind', response -> 'proof')
where scope like 'undo spending %' and response ? 'proof';
