-- What a file says of a donation is called what it is.
alter table import_lines rename column gift to donation;
