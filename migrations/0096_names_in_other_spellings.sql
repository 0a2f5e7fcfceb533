-- Somebody's name is found in every spelling that a keyboard, a phone, or an editor makes of it, and what stands there
-- instead is never longer, so that no limit on a text keeps somebody from being erased.

-- What counts of a text when it is searched: neither the case, nor how accents and apostrophes are stored, nor white
-- space, nor what JSON writes before some letters. The Turkish i has four forms, of which each system makes others. Most
-- texts have nothing of what takes long.
create function searched_form(value text) returns text language sql immutable parallel safe as $$
  select lower(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      case when value ~ U&'[\000B\000C\0085\\\\]|[^\0001-\02FF]'
        then regexp_replace(normalize(value),
          U&'[\000B\000C\0085\1680\2000-\200B\202F\205F\3000\FEFF]|\\\\(u00[01][[:xdigit:]]|[bfnrt])', ' ', 'g')
        else value end,
      ' ', ''), E'\n', ''), E'\r', ''), E'\t', ''), U&'\00A0', ''), U&'\0130', 'i'), U&'\0131', 'i'),
      '"', ''), '''', ''), U&'\2019', ''), U&'\02BC', ''), E'\\', ''))
$$;

-- The words as patterns that a searched form is like, if it may contain one.
create function searched_patterns(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg('%' || regexp_replace(searched_form(word), '([%_])', '\\\1', 'g') || '%'), '{}')
  from unnest(words) as word
$$;

-- Whether a text may contain one of these words. Quick, and sometimes wrong where it says that it does.
create function may_mention(value text, words text[]) returns boolean language sql immutable parallel safe as $$
  select searched_form(value) like any(searched_patterns(words))
$$;

-- Somebody's name or address counts only where it stands by itself: "ann@example.org" is not in "joann@example.org", and
-- erasing Ann takes nothing of Joann's.
create or replace function without_words(value text, words text[]) returns text language plpgsql immutable as $$
declare
  spaces constant text := U&'[:space:]\0085\00A0\1680\2000-\200B\202F\205F\3000\FEFF';
  apostrophes constant text := U&'''\2019\02BC';
  form constant text := searched_form(value);
  composed text := normalize(value);
  without text;
  word text;
begin
  -- A few letters of old scripts become longer.
  if char_length(composed) > char_length(value) then composed := value; end if;
  without := composed;
  foreach word in array words loop
    if strpos(form, searched_form(word)) > 0 then
      word := regexp_replace(normalize(word), '[' || spaces || ']+', ' ', 'g');
      without := regexp_replace(
        without,
        '(?<![[:alnum:]])'
          -- An address goes on to the left after a dot, a hyphen, and the like, and to the right with another label.
          || case when strpos(word, '@') > 0 then '(?<![[:alnum:]][._%+''-])' else '' end
          || regexp_replace(regexp_replace(regexp_replace(
              regexp_replace(word, '([\\.+*?^$(){}|\[\]-])', '\\\1', 'g'),
              U&'[iI\0130\0131]', U&'[iI\0130\0131]', 'g'),
              '[' || apostrophes || ']', '[' || apostrophes || ']', 'g'),
              ' ', '[' || spaces || ']+', 'g')
          || '(?![[:alnum:]])'
          || case when strpos(word, '@') > 0 then '(?![.-][[:alnum:]])' else '' end,
        case when char_length(word) < char_length('[erased]') then '[…]' else '[erased]' end, 'gi');
    end if;
  end loop;
  return case when without = composed then value else without end;
end
$$;

-- Whether the second is the first with nothing but texts blacked out.
create or replace function is_erased_form(old jsonb, new jsonb) returns boolean language sql immutable as $$
  select case
    when old is not distinct from new then true
    when jsonb_typeof(old) is distinct from jsonb_typeof(new) then false
    when jsonb_typeof(old) = 'string' then new #>> '{}' ~ '\[(erased|…)\]'
    when jsonb_typeof(old) = 'array' then jsonb_array_length(old) = jsonb_array_length(new) and not exists (
      select from generate_series(0, jsonb_array_length(old) - 1) as place
      where not is_erased_form(old -> place, new -> place))
    when jsonb_typeof(old) = 'object' then not exists (
      select from jsonb_object_keys(old || new) as name
      where not (old ? name and new ? name) or not is_erased_form(old -> name, new -> name))
    else false
  end
$$;

-- Whether an entry of the trail names somebody.
create or replace function entry_names(before jsonb, after jsonb, reason text, words text[]) returns boolean
language sql immutable as $$
  select may_mention(concat_ws(' ', before, after, reason), words)
    and (without_words(before, words) is distinct from before
      or without_words(after, words) is distinct from after
      or without_words(reason, words) is distinct from reason)
$$;
drop function json_form(text);

-- Those of the words that count in a row: some only where the row has one of these ids, and some not where it has one.
create function words_for(row_text text, words jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(word ->> 'text' order by place), '{}')
  from jsonb_array_elements(words) with ordinality as each (word, place)
  where (word -> 'within' is null or exists (
      select from jsonb_array_elements_text(word -> 'within') as id where strpos(lower(row_text), id) > 0))
    and (word -> 'except' is null or not exists (
      select from jsonb_array_elements_text(word -> 'except') as id where strpos(lower(row_text), id) > 0))
$$;

drop function erase_from_trail(text[], text[]);
create function erase_from_trail(words jsonb, subjects text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patterns constant text[] := searched_patterns(array(select word ->> 'text' from jsonb_array_elements(words) as word));
  changed bigint;
begin
  update audit_entries as entry set
    before = without_words(before, words_for(entry::text, words)),
    after = without_words(after, words_for(entry::text, words)),
    reason = case when reason <> '' and subject_id = any(subjects) then '[erased]'
      else without_words(reason, words_for(entry::text, words)) end
  where (reason not in ('', '[erased]') and subject_id = any(subjects))
    or (searched_form(concat_ws(' ', before, after, reason)) like any(patterns)
      and entry_names(before, after, reason, words_for(entry::text, words)));
  get diagnostics changed = row_count;
  return changed;
end
$$;
