-- Receipts, photos and videos of a need. The bytes lie in the file storage under random keys; a key that
-- no row names any more is in discarded_files until its object is gone.
create table files (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  kind text not null check (kind in ('receipt', 'photo', 'video')),
  -- The still picture of a video: public when its video is.
  still_of uuid references files on delete cascade,
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed')),
  -- Why processing did not work, for people.
  failure text not null default '',
  -- Told by the content, never by a name: null until the first bytes are here.
  media_type text,
  bytes bigint not null check (bytes > 0),
  uploaded_bytes bigint not null default 0 check (uploaded_bytes >= 0),
  -- The file as it came, for administrators only; null until it is complete.
  original_key text unique,
  sha256 text,
  width int,
  height int,
  duration_seconds double precision,
  caption text not null default '',
  alternative_text text not null default '',
  -- Who agreed to the publication, to what, and until when (null: no end).
  consent_by text not null default '',
  consent_scope text not null default '',
  consent_until date,
  consent_withdrawn_at timestamptz(3),
  -- The parts of a receipt that are blacked out; empty: nothing had to be; null: nobody has decided yet.
  redactions jsonb,
  -- Grows with each piece of work that is asked for, so that the result of an older one is not taken.
  revision int not null default 0,
  is_published boolean not null default false,
  created_at timestamptz(3) not null default now(),
  created_by uuid not null,
  check (state <> 'ready' or (original_key is not null and sha256 is not null)),
  check (not is_published or state in ('ready', 'processing')),
  check (uploaded_bytes <= bytes)
);
-- The files of a nomination, in the order they came.
create index files_nomination on files (nomination_id, created_at, id);
-- One still picture for each video.
create unique index files_one_still on files (still_of);
-- Uploads and work that nobody finished.
create index files_unfinished on files (created_at) where state in ('uploading', 'processing');

-- The parts of an upload that have arrived.
create table file_chunks (
  file_id uuid not null references files on delete cascade,
  start_byte bigint not null check (start_byte >= 0),
  bytes bigint not null check (bytes > 0),
  key text not null unique,
  primary key (file_id, start_byte)
);

-- What was made of a file: pictures of the pages to black out parts on, and the copies for the public.
create table file_copies (
  -- In the storage, and in the address of a public copy: nobody can guess it.
  key text primary key,
  file_id uuid not null references files on delete cascade,
  role text not null check (role in ('page', 'public')),
  -- From 1; the pages of a PDF.
  page int not null check (page > 0),
  media_type text not null,
  width int,
  height int,
  bytes bigint not null check (bytes > 0),
  sha256 text not null
);
create index file_copies_file on file_copies (file_id, role, page, width);

-- Keys whose objects can go. Later, so that a backup that has just read the tables still finds them.
create table discarded_files (
  key text primary key,
  discarded_at timestamptz(3) not null default now()
);
-- What is due.
create index discarded_files_due on discarded_files (discarded_at);

create function discard_key() returns trigger language plpgsql as $$
begin
  insert into discarded_files (key) values (old.key) on conflict do nothing;
  return null;
end
$$;
create trigger file_chunks_discard after delete on file_chunks for each row execute function discard_key();
create trigger file_copies_discard after delete on file_copies for each row execute function discard_key();

create function discard_original() returns trigger language plpgsql as $$
begin
  insert into discarded_files (key) values (old.original_key) on conflict do nothing;
  return null;
end
$$;
create trigger files_discard after delete on files
  for each row when (old.original_key is not null) execute function discard_original();
