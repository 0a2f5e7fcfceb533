-- Every amount that moved, or that was asked for, says in which currency. A site keeps its books in one: the foreign
-- keys let no row have another one, and the books keep theirs as long as there is a row.
alter table books add column currency char(3) not null default 'USD' unique check (currency ~ '^[A-Z]{3}$');

-- What a new row is in, if it says nothing else. All that there is so far is in dollars, as the books are.
create function book_currency() returns char(3) language sql stable
return (select currency from books);

-- PostgreSQL 15 adds no column with a default to a table while a function takes its rows.
drop function ledger_entry_hash;
alter table checkouts add column currency char(3) not null default book_currency() references books (currency);
alter table donations add column currency char(3) not null default book_currency() references books (currency);
alter table refunds add column currency char(3) not null default book_currency() references books (currency);
alter table disputes add column currency char(3) not null default book_currency() references books (currency);
alter table allocations add column currency char(3) not null default book_currency() references books (currency);
alter table expenses add column currency char(3) not null default book_currency() references books (currency);
alter table ledger_entries add column currency char(3) not null default book_currency() references books (currency);
-- In no books, but beside them, and shown with the same sign.
alter table test_donations add column currency char(3) not null default book_currency() references books (currency);

-- As before, and the hash of an entry covers its currency. Dollars add nothing, because the entries of before have none
-- in theirs; so an entry in dollars that becomes one in another currency, or the other way around, no longer fits.
create function ledger_entry_hash(previous bytea, place int, entry ledger_entries) returns bytea
language sql stable
return sha256(previous || convert_to((jsonb_build_array(
  place, (entry).id, (extract(epoch from (entry).created_at) * 1000)::bigint, (entry).kind, (entry).donation_id,
  (entry).from_place, (entry).to_place, (entry).nomination_id, (entry).allocation_id, (entry).expense_id,
  (entry).amount_cents, (entry).actor, (entry).source, (entry).reason
) || case when (entry).currency = 'USD' then '[]' else jsonb_build_array((entry).currency) end)::text, 'UTF8'));
