-- The charity's accounts at banks, their statements as files said them, and the lines of these. A line is stored once,
-- however often a file repeats it, and nothing changes it afterwards.
create table bank_accounts (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  name text not null,
  -- Letters and digits alone, such as an IBAN; null until somebody types it or a statement says it.
  number text check (number ~ '^[A-Z0-9]+$'),
  -- That of the books: what is in another currency cannot be compared with them.
  currency char(3) not null default book_currency() references books (currency),
  -- How CSV files are read, and the titles of the columns of the file that this was made with.
  csv_mapping jsonb,
  csv_titles jsonb,
  check ((csv_mapping is null) = (csv_titles is null))
);
create unique index bank_accounts_number on bank_accounts (number);
create unique index bank_accounts_name on bank_accounts (lower(name));

create table bank_statements (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  account_id uuid not null references bank_accounts,
  -- Not a reference: a statement outlives the account of whoever imported it.
  imported_by uuid not null,
  format text not null check (format in ('camt', 'ofx', 'csv')),
  file_name text not null,
  sha256 text not null,
  -- The place of the statement in its file, from 0.
  position int not null check (position >= 0),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  opening_cents bigint not null,
  closing_cents bigint not null,
  unique (account_id, sha256, position)
);
create index bank_statements_days on bank_statements (account_id, last_day desc, id desc);

create table bank_lines (
  id uuid primary key,
  account_id uuid not null references bank_accounts,
  -- The first statement that had it.
  statement_id uuid not null references bank_statements,
  -- What a line is recognized by: src/server/banking/statements/line-identity.ts.
  identity text not null,
  booked_on date not null,
  value_on date,
  -- Money that leaves the account is negative.
  cents bigint not null,
  text text not null,
  counterparty text not null,
  counterparty_account text not null,
  is_reversal boolean not null,
  unique (account_id, identity)
);
create index bank_lines_newest on bank_lines (account_id, booked_on desc, id desc);
create index bank_lines_statement on bank_lines (statement_id);

create function refuse_bank_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'a line of a bank statement is never changed';
end
$$;
create trigger bank_lines_keep before update on bank_lines
  for each statement execute function refuse_bank_line_change();
