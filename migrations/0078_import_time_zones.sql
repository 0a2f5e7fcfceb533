-- A file may say the time zone of each of its times. Files that are known have no such column.
update imports
set guess = '{"zoneColumn": null}'::jsonb || guess, mapping = '{"zoneColumn": null}'::jsonb || mapping;
