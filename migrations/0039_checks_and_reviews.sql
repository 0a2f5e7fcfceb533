-- What a team does before it decides about a nomination: points of a checklist, recommendations, declared conflicts of
-- interest, and notes among colleagues.

-- The lists that owners edit, one for each kind of nominee; the newest version counts. As long as nobody has saved any,
-- the lists of src/core/checklists.ts do, as version 0. Append-only.
create table checklist_versions (
  id uuid primary key,
  kind text not null check (kind in ('person', 'organization', 'need')),
  -- Counted without a gap: of two people who change the same version, only one gets the next number.
  version integer not null check (version > 0),
  created_at timestamptz(3) not null default now(),
  -- 'user:<id>', as in the audit trail.
  actor text not null check (actor <> ''),
  -- In order: id, text, and whether it is required.
  points jsonb not null,
  unique (kind, version)
);
create function refuse_checklist_change() returns trigger language plpgsql as $$
begin
  raise exception 'checklist_versions is append-only';
end
$$;
create trigger checklist_versions_append_only before update or delete or truncate on checklist_versions
  for each statement execute function refuse_checklist_change();

-- The list that a nomination is checked with. It keeps the version that it began with.
create table checklists (
  nomination_id uuid primary key references nominations on delete cascade,
  kind text not null check (kind in ('person', 'organization', 'need')),
  version integer not null check (version >= 0)
);

-- Its points, with the words and the importance that they had when it began.
create table checklist_points (
  nomination_id uuid not null references checklists on delete cascade,
  -- That of the point in the list: the same in every version of it.
  point_id uuid not null,
  position integer not null check (position > 0),
  text text not null,
  is_required boolean not null,
  -- False: a newer version, which somebody took over, does not have it. What was found out stays.
  is_on_list boolean not null default true,
  state text not null default 'not_started'
    check (state in ('not_started', 'in_progress', 'done', 'not_applicable')),
  -- How it was proved. Never public.
  proof text not null default '',
  file_id uuid references files,
  -- Not a reference: what somebody found out outlives their account. Null as long as nobody has touched it.
  changed_by uuid,
  changed_at timestamptz(3),
  -- Counts the changes: of two people who change a point at once, one is told.
  revision integer not null default 0,
  primary key (nomination_id, point_id),
  check ((changed_by is null) = (changed_at is null))
);
create index checklist_points_file on checklist_points (file_id);

-- Recommendations: each change is a new version, and nothing overwrites an older one.
create table reviews (
  id uuid primary key,
  nomination_id uuid not null references nominations on delete cascade,
  reviewer uuid not null,
  version integer not null check (version > 0),
  recommendation text not null check (recommendation in ('for', 'against', 'unsure')),
  reason text not null check (reason <> ''),
  created_at timestamptz(3) not null default now(),
  unique (nomination_id, reviewer, version)
);
-- Names in a reason may be blacked out, and nothing else.
create function refuse_review_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'reason') = (to_jsonb(old) - 'reason')
    and is_erased_form(to_jsonb(old.reason), to_jsonb(new.reason))
  then
    return new;
  end if;
  raise exception 'a recommendation is never changed: store a new version';
end
$$;
create trigger reviews_keep_words before update on reviews
  for each row execute function refuse_review_change();

-- Who has an interest of their own in a nomination, and so neither checks nor recommends nor decides.
create table conflicts (
  nomination_id uuid not null references nominations on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  primary key (nomination_id, user_id)
);
create index conflicts_user on conflicts (user_id);

-- What colleagues tell each other about a nomination. Never shown to anybody else.
create table nomination_notes (
  id uuid primary key,
  nomination_id uuid not null references nominations on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- Null until its writer corrects it.
  changed_at timestamptz(3),
  created_by uuid not null,
  text text not null,
  -- What was removed stays as a line without words.
  removed_at timestamptz(3),
  removed_by uuid,
  check ((removed_at is null) = (removed_by is null)),
  check ((text = '') = (removed_at is not null))
);
create index nomination_notes_nomination on nomination_notes (nomination_id, created_at, id);

create table nomination_note_mentions (
  note_id uuid not null references nomination_notes on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (note_id, user_id)
);
create index nomination_note_mentions_user on nomination_note_mentions (user_id);
