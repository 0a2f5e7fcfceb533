-- A change of who may approve, of the rules for it, or of where donors transfer money to. Everybody who may approve is told
-- of it at once, and can object. Nobody and nothing here refers to users: those who were removed count, too.
create table sensitive_changes (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- What was done by whom: "Olive Owner removed Otto Owner from the team".
  sentence text not null,
  -- Whom it is about; null if it is about nobody who could sign in.
  user_id uuid,
  -- The rights to approve that somebody else took from them: what takes two people goes on taking two.
  lost_rights text[] not null default '{}',
  -- When they agreed to it, which ends that.
  agreed_at timestamptz(3),
  -- What the settings became; null if it is about somebody. Versions are never deleted, so it needs no reference.
  settings_version_id uuid
);
create index sensitive_changes_newest on sensitive_changes (created_at);

-- Those who were told of it, each with the secret of a link to object or to agree.
create table change_notices (
  token_hash bytea primary key,
  change_id uuid not null references sensitive_changes on delete cascade,
  user_id uuid not null,
  name text not null,
  email text not null,
  -- Whether they asked for it, approved it, or did it alone.
  made_it boolean not null,
  objected_at timestamptz(3),
  -- When the objection was withdrawn or lifted.
  ended_at timestamptz(3)
);
create index change_notices_change on change_notices (change_id);
