-- A line of a file may be two donations: what somebody gave, and the match beside it.
alter table import_lines add column part smallint not null default 0 check (part in (0, 1));
alter table import_lines drop constraint import_lines_pkey, add primary key (import_id, line, part);
drop index import_lines_to_book;
create index import_lines_to_book on import_lines (import_id, line, part)
  where outcome = 'new' and donation_id is null;
drop index import_lines_to_take_back;
create index import_lines_to_take_back on import_lines (import_id, line, part)
  where donation_id is not null and not is_taken_back;

-- What looks wrong in a file that was checked, and the words about payments that nobody has told the meaning of.
alter table imports add column warnings jsonb not null default '[]', add column unknown_words jsonb not null default '[]';

-- How a file is read says more. Files that are known have none of these columns.
update imports
set guess = '{"matchColumn": null, "typeColumn": null, "organizationColumn": null, "donatedWords": [], "leftOutWords": []}'::jsonb || guess,
  mapping = '{"matchColumn": null, "typeColumn": null, "organizationColumn": null, "donatedWords": [], "leftOutWords": []}'::jsonb || mapping;
