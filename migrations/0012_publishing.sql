-- What the public sees of a need: written for it, never what was submitted.
create table public_pages (
  nomination_id uuid primary key references nominations,
  public_name text not null,
  -- One or two sentences for lists and shared links.
  summary text not null,
  story text not null,
  cover_file_id uuid references files on delete set null,
  is_published boolean not null default false,
  -- When it was first shown: the lists are in this order.
  published_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  check (published_at is not null or not is_published)
);
-- The public list, newest first.
create index public_pages_newest on public_pages (published_at desc, nomination_id desc) where is_published;
