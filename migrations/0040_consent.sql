-- A decision with its reason and letter, the appeal against it, and the consent of the nominee: without it, while the
-- charity asks for it, nothing of a nominee is public. Which parts may show is kept beside each public page by
-- triggers, so that nothing that publishes can forget it.

alter table nomination_decisions
  -- One of the reasons of the charity; null if nobody chose one.
  add column reason text,
  -- For the team alone.
  add column note text not null default '',
  -- What the nominator reads instead of the usual words; null if nothing was written.
  add column letter text,
  -- Not a reference: a decision outlives the account of whoever made it. Null for those of before.
  add column decided_by uuid;

create table appeals (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  -- The rejection that it is about. One appeal each.
  decision_id uuid not null unique references nomination_decisions,
  text text not null,
  created_at timestamptz(3) not null default now(),
  outcome text check (outcome in ('accepted', 'upheld')),
  decided_at timestamptz(3),
  -- Not a reference, for the same reason as above.
  decided_by uuid,
  -- The acceptance that an undo takes back.
  outcome_decision_id uuid references nomination_decisions,
  check ((outcome is null) = (decided_at is null))
);
create index appeals_nomination on appeals (nomination_id);
create index appeals_open on appeals (created_at) where outcome is null;

create table appeal_files (
  appeal_id uuid not null references appeals,
  file_id uuid not null references files,
  position integer not null check (position > 0),
  primary key (appeal_id, position),
  unique (appeal_id, file_id)
);
create index appeal_files_file on appeal_files (file_id);

-- Each time that a nominee was asked. Whoever has the link or the code of one that has not ended can answer, and
-- withdraw later.
create table consent_requests (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  channel text not null check (channel in ('email', 'text', 'letter')),
  -- Who is asked for the nominee.
  asked_as text not null check (asked_as in ('self', 'guardian', 'representative')),
  created_at timestamptz(3) not null default now(),
  -- Not a reference: it outlives the account of whoever asked.
  asked_by uuid not null,
  -- A keyed hash, because codes are short enough to try them all against a plain one.
  code_hash bytea unique,
  answered_at timestamptz(3),
  ended_at timestamptz(3)
);
create index consent_requests_nomination on consent_requests (nomination_id);
create index consent_requests_unanswered on consent_requests (created_at) where answered_at is null;

create table consent_links (
  -- SHA-256 of the secret in the link: whoever reads this table cannot open it.
  token_hash bytea primary key,
  request_id uuid not null references consent_requests on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index consent_links_request on consent_links (request_id);

-- What was said, in its order: the last one counts. Only when it ends is added later.
create table consents (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  position integer not null check (position > 0),
  answer text not null check (answer in ('given', 'declined')),
  shows_name boolean not null,
  shows_story boolean not null,
  shows_photos boolean not null,
  given_by text not null,
  relation text not null check (relation in ('self', 'guardian', 'representative')),
  -- How a guardian is related, or the role of a representative.
  relation_text text not null default '',
  method text not null check (method in ('link', 'code', 'paper')),
  given_at timestamptz(3) not null default now(),
  -- The last day, and the moment at which it is over where the charity is.
  ends_on date,
  ends_at timestamptz(3),
  -- Whoever recorded what was said on paper.
  recorded_by uuid,
  file_id uuid references files,
  reminded_at timestamptz(3),
  withdrawn_at timestamptz(3),
  -- When the end was put into effect.
  ended_at timestamptz(3),
  unique (nomination_id, position),
  check ((ends_on is null) = (ends_at is null))
);
create index consents_ending on consents (ends_at) where ended_at is null and withdrawn_at is null;
create index consents_file on consents (file_id);

create table consent_corrections (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  text text not null,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index consent_corrections_nomination on consent_corrections (nomination_id);
create index consent_corrections_open on consent_corrections (created_at) where settled_at is null;

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if (old.answer, old.shows_name, old.shows_story, old.shows_photos, old.given_by, old.relation, old.relation_text,
      old.ends_on, old.ends_at, old.given_at)
    is distinct from
    (new.answer, new.shows_name, new.shows_story, new.shows_photos, new.given_by, new.relation, new.relation_text,
      new.ends_on, new.ends_at, new.given_at)
  then
    raise exception 'a consent is never changed: store a new one';
  end if;
  return new;
end
$$;
create trigger consents_keep_words before update on consents
  for each row execute function refuse_consent_change();

-- Whether the charity asks for consent, as its settings say: one row.
create table consent_rule (
  is_only boolean primary key default true check (is_only),
  is_required boolean not null
);
insert into consent_rule (is_required) values (false);

create function keep_consent_rule() returns trigger language plpgsql as $$
declare
  wanted constant boolean := coalesce((new.after -> 'nominees' ->> 'isConsentRequired')::boolean, false);
begin
  if wanted = (select is_required from consent_rule) then return null; end if;
  -- So that no page is published meanwhile by the old rule.
  lock table public_pages in share row exclusive mode;
  update consent_rule set is_required = wanted;
  update public_pages set is_visible = is_visible;
  return null;
end
$$;
create trigger settings_versions_rule after insert on settings_versions
  for each row execute function keep_consent_rule();

-- What the nominee said last, beside the flags of the nomination: whoever holds its lock knows it. Kept by a trigger.
alter table nominations
  add column consent_said text check (consent_said in ('given', 'declined', 'withdrawn', 'ended')),
  add column consent_ends_at timestamptz(3),
  add column stays_unnamed boolean not null default false;

-- What was said counts, whatever the settings say; where nothing was, the rule does.
create function allows_use(consent_said text) returns boolean language sql stable as $$
  select case when consent_said is null then not (select is_required from consent_rule) else consent_said = 'given' end
$$;

alter table public_pages
  add column shows_name boolean not null default true,
  add column shows_story boolean not null default true,
  add column shows_photos boolean not null default true,
  -- What everyone reads.
  add column shown_name text not null default '',
  add column shown_summary text not null default '',
  add column shown_story text not null default '';

create or replace function keep_public_page() returns trigger language plpgsql as $$
declare
  said consents;
begin
  select new.is_published and is_accepted and allows_use(consent_said), cause_id, need_state(id)
  into new.is_visible, new.cause_id, new.state
  from nominations where id = new.nomination_id;
  select * into said from consents where nomination_id = new.nomination_id order by position desc limit 1;
  new.shows_name := coalesce(said.shows_name, true);
  new.shows_story := coalesce(said.shows_story, true);
  new.shows_photos := coalesce(said.shows_photos, true);
  new.shown_name := case when new.shows_name then new.public_name else 'A nominee who stays unnamed' end;
  new.shown_summary := case when new.shows_story then new.summary
    else 'The nominee prefers not to have the story told. You can see where the money goes.' end;
  new.shown_story := case when new.shows_story then new.story else '' end;
  return new;
end
$$;
update public_pages set is_visible = is_visible;

create function keep_consent() returns trigger language plpgsql as $$
begin
  update nominations set
    consent_said = case
      when new.answer = 'declined' then 'declined'
      when new.withdrawn_at is not null then 'withdrawn'
      when new.ended_at is not null then 'ended'
      else 'given' end,
    consent_ends_at = new.ends_at,
    stays_unnamed = not new.shows_name
  where id = new.nomination_id
    and not exists (select from consents where nomination_id = new.nomination_id and position > new.position);
  update public_pages set is_visible = is_visible where nomination_id = new.nomination_id;
  return null;
end
$$;
create trigger consents_kept after insert or update on consents
  for each row execute function keep_consent();

-- The search finds what everyone reads.
create or replace function keep_page_words() returns trigger language plpgsql as $$
begin
  insert into public_page_words (nomination_id, words)
  values (new.nomination_id, to_tsvector('simple', concat_ws(' ', new.shown_name, new.shown_summary, new.shown_story)))
  on conflict (nomination_id) do update set words = excluded.words;
  return null;
end
$$;
drop trigger public_pages_keep_words on public_pages;
create trigger public_pages_keep_words after insert on public_pages
  for each row execute function keep_page_words();
create trigger public_pages_change_words after update on public_pages
  for each row when ((old.shown_name, old.shown_summary, old.shown_story)
    is distinct from (new.shown_name, new.shown_summary, new.shown_story))
  execute function keep_page_words();
