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
