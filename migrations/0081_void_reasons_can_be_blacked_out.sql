-- The reason of a voided entry may lose the name of somebody who is erased, as every other text may, and nothing else.
create or replace function protect_in_kind_donation() returns trigger language plpgsql as $$
begin
  if old.voided_at is not null and ((old.voided_at, old.voided_by) is distinct from (new.voided_at, new.voided_by)
      or not is_erased_form(to_jsonb(old.void_reason), to_jsonb(new.void_reason)))
    or (old.received_on, old.value_cents, old.value_from, old.nomination_id, old.is_real, old.recorded_by)
      is distinct from (new.received_on, new.value_cents, new.value_from, new.nomination_id, new.is_real, new.recorded_by)
  then
    raise exception 'an entry of a donation in kind does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
