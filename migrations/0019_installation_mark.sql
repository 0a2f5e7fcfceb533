-- Which installation this database belongs to. The file storage has a mark with the same id, and files are deleted
-- there only while both agree: another site's files, and those of the live site beside a restored copy, stay.
create table installation (
  -- There is one row.
  is_only boolean primary key default true check (is_only),
  id text not null default gen_random_uuid()::text,
  -- When the mark was first put into the storage; null: not yet.
  marked_at timestamptz(3),
  -- Why nothing is deleted until an administrator has looked: 'restored' from a backup, the storage is 'unmarked',
  -- or its mark is of a 'foreign' installation.
  doubt text check (doubt in ('restored', 'unmarked', 'foreign')),
  doubt_since timestamptz(3),
  check ((doubt is null) = (doubt_since is null))
);
insert into installation default values;
