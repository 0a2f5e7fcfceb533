-- Somebody who is erased may stand in what the charity says itself: what a cause is for, how it works, what is checked, and
-- what a bank account is called.

-- Two accounts may be called "[erased]" afterwards.
drop index bank_accounts_name;
create unique index bank_accounts_name on bank_accounts (lower(name)) where name !~ '\[(erased|…)\]';

-- A version may lose the name of somebody who is erased, as an answer may, and nothing else.
create or replace function refuse_settings_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'before' - 'after') = (to_jsonb(old) - 'before' - 'after')
      and is_erased_form(old.before, new.before) and is_erased_form(old.after, new.after)
    then
      return new;
    end if;
  end if;
  raise exception 'settings_versions is append-only';
end
$$;
drop trigger settings_versions_append_only on settings_versions;
create trigger settings_versions_append_only before delete or truncate on settings_versions
  for each statement execute function refuse_settings_change();
create trigger settings_versions_keep_words before update on settings_versions
  for each row execute function refuse_settings_change();

create or replace function refuse_checklist_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'points') = (to_jsonb(old) - 'points') and is_erased_form(old.points, new.points) then
      return new;
    end if;
  end if;
  raise exception 'checklist_versions is append-only';
end
$$;
drop trigger checklist_versions_append_only on checklist_versions;
create trigger checklist_versions_append_only before delete or truncate on checklist_versions
  for each statement execute function refuse_checklist_change();
create trigger checklist_versions_keep_words before update on checklist_versions
  for each row execute function refuse_checklist_change();

-- Writes the texts of a version without the words of somebody who is erased. The server has no right to change one, and the
-- triggers above take nothing else.
create function black_out_version(history text, version_id uuid, texts jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case history
    when 'settings_versions' then
      update settings_versions set before = texts -> 'before', after = texts -> 'after' where id = version_id;
    when 'checklist_versions' then
      update checklist_versions set points = texts -> 'points' where id = version_id;
  end case;
end
$$;

-- What counts of a text when it is searched: neither the case, nor accents, nor how they and apostrophes are stored, nor white
-- space, nor what JSON writes before some letters. The Turkish i has four forms, of which each system makes others, a Greek
-- word ends with another sigma, and ß is ss in capitals.
create or replace function searched_form(value text) returns text language sql immutable parallel safe as $$
  select translate(
    replace(replace(lower(
      case when value ~ U&'[\000B\000C\0085\\\\]|[^\0001-\007F]'
        then regexp_replace(regexp_replace(normalize(value, NFD), U&'[\0300-\036F]', '', 'g'),
          U&'[\000B\000C\0085\1680\2000-\200B\202F\205F\3000\FEFF]|\\\\(u00[01][[:xdigit:]]|[bfnrt])', ' ', 'g')
        else value end), U&'\00DF', 'ss'), U&'\1E9E', 'ss'),
    U&'\03C2\0131\0142\00F8\0111\2010\2011\2012\2013 \000A\000D\0009\00A0"''\2019\02BC\\', U&'\03C3ilod----')
$$;

-- Somebody's name or address counts only where it stands by itself: "ann@example.org" is not in "joann@example.org", and
-- erasing Ann takes nothing of Joann's. Chinese, Japanese, and Korean have no spaces around a name.
create or replace function without_words(value text, words text[]) returns text language plpgsql immutable as $$
declare
  spaces constant text := U&'[:space:]\0085\00A0\1680\2000-\200B\202F\205F\3000\FEFF';
  mark constant text := U&'[\0300-\036F]*';
  form constant text := searched_form(value);
  -- A few letters of old scripts become longer.
  is_kept constant boolean := char_length(normalize(value)) > char_length(value);
  decomposed constant text := case when is_kept then value else normalize(value, NFD) end;
  without text := decomposed;
  word text;
  pattern text;
begin
  foreach word in array words loop
    if strpos(form, searched_form(word)) > 0 then
      word := regexp_replace(
        regexp_replace(normalize(word, NFD), U&'[\0300-\036F]', '', 'g'), '[' || spaces || ']+', ' ', 'g');
      -- Of letters that have several forms, a sign that nobody types stands for all; each letter may have an accent.
      pattern := regexp_replace(word, '([\\.+*?^$(){}|\[\]])', '\\\1', 'g');
      pattern := regexp_replace(pattern, U&'ss|[\00DF\1E9E]', U&'\E001', 'gi');
      pattern := regexp_replace(pattern, U&'[iI\0130\0131]', U&'\E002', 'g');
      pattern := regexp_replace(pattern, U&'[\03A3\03C3\03C2]', U&'\E003', 'g');
      pattern := regexp_replace(pattern, U&'[-\2010-\2013]', U&'\E004', 'g');
      pattern := regexp_replace(pattern, U&'[''\2019\02BC]', U&'\E005', 'g');
      pattern := regexp_replace(pattern, U&'[oO\00F8\00D8]', U&'\E006', 'g');
      pattern := regexp_replace(pattern, U&'[lL\0142\0141]', U&'\E007', 'g');
      pattern := regexp_replace(pattern, U&'[dD\0111\0110]', U&'\E008', 'g');
      pattern := regexp_replace(pattern, U&'([[:alpha:]\E001-\E003\E006-\E008])', '\1' || mark, 'g');
      pattern := replace(pattern, U&'\E001', U&'(?:s' || mark || U&'s|[\00DF\1E9E])');
      pattern := replace(pattern, U&'\E002', U&'[iI\0130\0131]');
      pattern := replace(pattern, U&'\E003', U&'[\03A3\03C3\03C2]');
      pattern := replace(pattern, U&'\E004', U&'[-\2010-\2013]');
      pattern := replace(pattern, U&'\E005', U&'[''\2019\02BC]');
      pattern := replace(pattern, U&'\E006', U&'[oO\00F8\00D8]');
      pattern := replace(pattern, U&'\E007', U&'[lL\0142\0141]');
      pattern := replace(pattern, U&'\E008', U&'[dD\0111\0110]');
      pattern := case
        when word ~ U&'^[\1100-\11FF\3040-\30FF\3400-\9FFF\AC00-\D7AF\F900-\FAFF ]+$'
          then replace(pattern, ' ', '')
        else '(?<![[:alnum:]])'
          -- An address goes on to the left after a dot, a hyphen, and the like, and to the right with another label.
          || case when strpos(word, '@') > 0 then '(?<![[:alnum:]][._%+''-])' else '' end
          || replace(pattern, ' ', '[' || spaces || ']+')
          || '(?![[:alnum:]])'
          || case when strpos(word, '@') > 0 then '(?![.-][[:alnum:]])' else '' end
        end;
      without := regexp_replace(
        without, pattern, case when char_length(regexp_replace(normalize(word), 'ss', 's', 'gi')) < char_length('[erased]')
          then '[…]' else '[erased]' end, 'gi');
    end if;
  end loop;
  if without = decomposed then return value; end if;
  return case when is_kept then without else normalize(without) end;
end
$$;
