-- Somebody's name or address counts only where it stands by itself: "ann@example.org" is not in "joann@example.org", and
-- erasing Ann takes nothing of Joann's.
create or replace function without_words(value text, words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(lower(value), lower(word)) > 0 then
      value := regexp_replace(
        value,
        '(?<![[:alnum:]])'
          -- An address goes on to the left after a dot, a hyphen, and the like, and to the right with another label.
          || case when strpos(word, '@') > 0 then '(?<![[:alnum:]][._%+''-])' else '' end
          || regexp_replace(word, '([\\.+*?^$(){}|\[\]-])', '\\\1', 'g')
          || '(?![[:alnum:]])'
          || case when strpos(word, '@') > 0 then '(?![.-][[:alnum:]])' else '' end,
        '[erased]', 'gi');
    end if;
  end loop;
  return value;
end
$$;

-- Whether an entry of the trail names somebody. The first half asks quickly, and too much.
create function entry_names(before jsonb, after jsonb, reason text, words text[]) returns boolean language sql immutable as $$
  select exists (
      select from unnest(words) as word
      where strpos(lower(concat(before, ' ', after)), lower(json_form(word))) > 0 or strpos(lower(reason), lower(word)) > 0)
    and (without_words(before, words) is distinct from before
      or without_words(after, words) is distinct from after
      or without_words(reason, words) is distinct from reason)
$$;

create or replace function erase_from_trail(words text[], subjects text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  update audit_entries set
    before = without_words(before, words),
    after = without_words(after, words),
    reason = case when reason <> '' and subject_id = any(subjects) then '[erased]' else without_words(reason, words) end
  where (reason not in ('', '[erased]') and subject_id = any(subjects)) or entry_names(before, after, reason, words);
  get diagnostics changed = row_count;
  return changed;
end
$$;
