-- The nominator's side of vetting: what a nomination may say beyond its eight fields, a reference to name it by, links
-- to its tracking page, how far the check is, and questions with their answers.

-- Short enough to say by phone. Of each group of letters and digits that look or sound alike, it has at most one.
create function new_nomination_reference() returns text language plpgsql as $$
declare
  letters constant text := '2346789FHKMRTWXY';
  drawn text;
begin
  loop
    select string_agg(substr(letters, 1 + floor(random() * length(letters))::int, 1), '')
      into drawn from generate_series(1, 6);
    drawn := left(drawn, 3) || '-' || right(drawn, 3);
    exit when not exists (select from nominations where reference = drawn);
  end loop;
  return drawn;
end
$$;

alter table nominations
  add column reference text unique,
  -- What the nominator asks for; the goal is what the team has decided.
  add column needed_cents bigint check (needed_cents > 0),
  add column urgency text check (urgency in ('days', 'weeks', 'months', 'open')),
  add column nominee_knows text check (nominee_knows in ('yes', 'no', 'self')),
  -- How far the check of a pending nomination is; a decision leaves it.
  add column vetting_state text not null default 'new'
    check (vetting_state in ('new', 'checking', 'asked', 'answered', 'dormant')),
  add column vetting_state_since timestamptz(3);
update nominations set reference = new_nomination_reference(), vetting_state_since = created_at;
alter table nominations
  alter column reference set default new_nomination_reference(),
  alter column reference set not null,
  alter column vetting_state_since set default now(),
  alter column vetting_state_since set not null;

create table tracking_links (
  -- SHA-256 of the secret in the link: whoever reads this table cannot open it.
  token_hash bytea primary key,
  nomination_id uuid not null references nominations on delete cascade,
  created_at timestamptz(3) not null default now()
);
-- Sending a new link ends all earlier ones.
create index tracking_links_nomination on tracking_links (nomination_id);

create table questions (
  id uuid primary key,
  nomination_id uuid not null references nominations,
  -- The first question about a nomination has the number 1.
  position integer not null check (position > 0),
  text text not null,
  due_on date,
  asked_at timestamptz(3) not null default now(),
  -- Not a reference: a question outlives the account of whoever asked it.
  asked_by uuid not null,
  -- When somebody of the team closed it. A decision that the nominator was told closes it as well, without a note here.
  closed_at timestamptz(3),
  reminders_sent integer not null default 0,
  unique (nomination_id, position)
);
-- What reminders and rests are looked for in.
create index questions_open on questions (asked_at) where closed_at is null;

-- The answers to a question: each correction is a new version, and nothing overwrites an older one.
create table answers (
  id uuid primary key,
  question_id uuid not null references questions,
  version integer not null check (version > 0),
  text text not null,
  created_at timestamptz(3) not null default now(),
  unique (question_id, version)
);
create function refuse_answer_change() returns trigger language plpgsql as $$
begin
  raise exception 'an answer is never changed: store a new version';
end
$$;
create trigger answers_keep_words before update on answers
  for each statement execute function refuse_answer_change();

create table answer_files (
  answer_id uuid not null references answers,
  file_id uuid not null references files,
  position integer not null check (position > 0),
  primary key (answer_id, position),
  unique (answer_id, file_id)
);
create index answer_files_file on answer_files (file_id);

-- A paper is a file for the team alone. A nominator, who has no account, uploads one with an answer.
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('receipt', 'photo', 'video', 'paper'));
alter table files alter column created_by drop not null;
alter table files add constraint files_created_by check (created_by is not null or kind = 'paper');
alter table files add constraint files_papers_stay_private check (kind <> 'paper' or not is_published);
-- Papers that no answer took in the end.
create index files_papers on files (created_at) where kind = 'paper';

-- The usual time from a nomination to its first decision.
create index nomination_decisions_first on nomination_decisions (created_at)
  where undone_at is null and status_before = 'pending';
