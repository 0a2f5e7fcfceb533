-- Erasing a person: what they were called and how to reach them goes, amounts and the ledger stay.

-- When the personal data of a donor, or of a nomination, was erased.
alter table donors add column erased_at timestamptz(3);
alter table nominations add column erased_at timestamptz(3);

-- Who was erased, without saying who they were: ids, and keyed hashes of addresses. A copy of it lies in a file beside
-- the backups, so that a backup from before is erased again when it is restored.
create table erasures (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- 'request': somebody asked for it. 'age': the time was over for which the settings keep it.
  reason text not null check (reason in ('request', 'age')),
  donors text[] not null,
  nominations text[] not null,
  -- Hexadecimal HMAC-SHA-256 of each address in lower case, with the key that seals the backups.
  addresses text[] not null,
  -- When it was written into the file; null while it is not.
  filed_at timestamptz(3)
);
create index erasures_unfiled on erasures (created_at) where filed_at is null;

-- A text without these words, regardless of their case. What remains says that something was there.
create function without_words(value text, words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(lower(value), lower(word)) > 0 then
      value := regexp_replace(value, regexp_replace(word, '([\\.+*?^$(){}|\[\]-])', '\\\1', 'g'), '[erased]', 'gi');
    end if;
  end loop;
  return value;
end
$$;

-- The same for each text in JSON, which writes some letters in another way.
create function without_words(value jsonb, words text[]) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'string' then to_jsonb(without_words(value #>> '{}', words))
    when 'array' then coalesce(
      (select jsonb_agg(without_words(item, words) order by place)
       from jsonb_array_elements(value) with ordinality as items (item, place)), value)
    when 'object' then coalesce(
      (select jsonb_object_agg(name, without_words(item, words)) from jsonb_each(value) as fields (name, item)), value)
    else value
  end
$$;

-- A text as it stands inside JSON.
create function json_form(value text) returns text language sql immutable as $$
  select substr(to_jsonb(value)::text, 2, length(to_jsonb(value)::text) - 2)
$$;

-- Whether the second is the first with nothing but texts blacked out.
create function is_erased_form(old jsonb, new jsonb) returns boolean language sql immutable as $$
  select case
    when old is not distinct from new then true
    when jsonb_typeof(old) is distinct from jsonb_typeof(new) then false
    when jsonb_typeof(old) = 'string' then strpos(new #>> '{}', '[erased]') > 0
    when jsonb_typeof(old) = 'array' then jsonb_array_length(old) = jsonb_array_length(new) and not exists (
      select from generate_series(0, jsonb_array_length(old) - 1) as place
      where not is_erased_form(old -> place, new -> place))
    when jsonb_typeof(old) = 'object' then not exists (
      select from jsonb_object_keys(old || new) as name
      where not (old ? name and new ? name) or not is_erased_form(old -> name, new -> name))
    else false
  end
$$;

-- The one exception to "append-only": a text in an entry is blacked out, in a transaction that itself says in the trail
-- that somebody was erased. Everything else about an entry stays, and no entry is ever deleted.
create function refuse_audit_rewriting() returns trigger language plpgsql as $$
begin
  if not exists (
    select from audit_entries
    where created_at = now()::timestamptz(3)
      and action in ('privacy.erased', 'privacy.erased_again', 'privacy.retention_ran'))
  then
    raise exception 'audit_entries is append-only';
  end if;
  if tg_level = 'STATEMENT' then return null; end if;
  if row(new.id, new.created_at, new.actor, new.action, new.subject_id)
      is not distinct from row(old.id, old.created_at, old.actor, old.action, old.subject_id)
    and is_erased_form(old.before, new.before)
    and is_erased_form(old.after, new.after)
    and is_erased_form(to_jsonb(old.reason), to_jsonb(new.reason))
  then
    return new;
  end if;
  raise exception 'audit_entries is append-only';
end
$$;
drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger audit_entries_blacked_out_only_with_an_erasure before update on audit_entries
  for each statement execute function refuse_audit_rewriting();
create trigger audit_entries_keep_words before update on audit_entries
  for each row execute function refuse_audit_rewriting();

-- Blacks out words everywhere in the trail, and every reason that somebody gave for what they did to these subjects. Runs
-- with the rights of its owner, because the server itself may change no entry. Returns how many entries it changed.
create function erase_from_trail(words text[], subjects text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  update audit_entries set
    before = without_words(before, words),
    after = without_words(after, words),
    reason = case when reason <> '' and subject_id = any(subjects) then '[erased]' else without_words(reason, words) end
  where (reason not in ('', '[erased]') and subject_id = any(subjects))
    or exists (
      select from unnest(words) as word
      where strpos(lower(concat(before, ' ', after)), lower(json_form(word))) > 0 or strpos(lower(reason), lower(word)) > 0);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Blacks out what entries before a moment say about people and their browsers. Returns how many entries it changed.
create function erase_old_details_of_trail(until timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  names constant text[] := array['firstName', 'lastName', 'email', 'browser', 'people', 'filter'];
  changed bigint;
begin
  update audit_entries set before = without_fields(before, names), after = without_fields(after, names)
  where created_at < until and (
    without_fields(before, names) is distinct from before or without_fields(after, names) is distinct from after);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Values with each text in some of their fields blacked out.
create function without_fields(value jsonb, names text[]) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'object' then coalesce((
    select jsonb_object_agg(name, case
      when not name = any(names) then item
      when jsonb_typeof(item) = 'string' and item <> '""' then '"[erased]"'
      when jsonb_typeof(item) = 'array' then (
        select coalesce(jsonb_agg('[erased]'::text), '[]') from jsonb_array_elements(item))
      else item
    end) from jsonb_each(value) as fields (name, item)), value)
  else value end
$$;
