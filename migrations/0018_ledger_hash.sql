-- A running hash over the entries of each donation, kept by the database: an entry that was changed, added,
-- moved, or removed behind the back of the application no longer fits, even if the balances were changed with it.
-- One chain for each donation and not for all: money of different donations never waits for each other.

alter table ledger_entries add column position int;
alter table ledger_entries add column hash bytea;

-- The end of each donation's chain. Only the trigger below writes it: the role of the server may just read it.
create table ledger_chains (
  donation_id uuid primary key references donations on delete cascade,
  entries int not null check (entries > 0),
  hash bytea not null
);

-- The hash of one entry, which contains the hash of the one before it. An array in JSON cannot be read in two
-- ways; a moment is counted in milliseconds, because its text depends on the time zone of the connection. The body
-- is parsed once, so renaming a column does not change it. Whoever adds a column has to decide whether to hash it.
create function ledger_entry_hash(previous bytea, place int, entry ledger_entries) returns bytea
language sql stable
return sha256(previous || convert_to(jsonb_build_array(
  place, (entry).id, (extract(epoch from (entry).created_at) * 1000)::bigint, (entry).kind, (entry).donation_id,
  (entry).from_place, (entry).to_place, (entry).nomination_id, (entry).allocation_id, (entry).expense_id,
  (entry).amount_cents, (entry).actor, (entry).source, (entry).reason
)::text, 'UTF8'));

-- The entries so far, in the order in which they were written.
alter table ledger_entries disable trigger user;
do $$
declare
  entry ledger_entries;
  last ledger_chains;
begin
  for entry in select * from ledger_entries order by donation_id, created_at, id loop
    if entry.donation_id is distinct from last.donation_id then
      if last.donation_id is not null then insert into ledger_chains values (last.*); end if;
      last := (entry.donation_id, 0, ''::bytea);
    end if;
    last.entries := last.entries + 1;
    last.hash := ledger_entry_hash(last.hash, last.entries, entry);
    update ledger_entries set position = last.entries, hash = last.hash where id = entry.id;
  end loop;
  if last.donation_id is not null then insert into ledger_chains values (last.*); end if;
end
$$;
alter table ledger_entries enable trigger user;
alter table ledger_entries alter column position set not null;
alter table ledger_entries alter column hash set not null;
-- Also finds the entries of a donation, as the index before it did.
create unique index ledger_entries_position on ledger_entries (donation_id, position);
drop index ledger_entries_donation;

-- Runs with the rights of the owner, because the role of the server cannot write chains. The row of the chain is
-- locked by the update, so two entries of one donation never get the same place.
create function chain_ledger_entry() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.ledger_chains as chain
  set entries = chain.entries + 1, hash = public.ledger_entry_hash(chain.hash, chain.entries + 1, new)
  where chain.donation_id = new.donation_id
  returning chain.entries, chain.hash into new.position, new.hash;
  if not found then
    new.position := 1;
    new.hash := public.ledger_entry_hash('', 1, new);
    insert into public.ledger_chains values (new.donation_id, new.position, new.hash);
  end if;
  return new;
end
$$;
create trigger ledger_entries_chained before insert on ledger_entries
  for each row execute function chain_ledger_entry();

-- Locks chains in a fixed order, for what writes entries of several donations: two of them cannot deadlock.
create function lock_ledger_chains(donations uuid[]) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.ledger_chains where donation_id = any (donations) order by donation_id for update;
end
$$;
