import { sql } from 'kysely';
import type { CauseId, NominationId, UpdateId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** What each donor gave, and how much of it is allocated to the need, in cents. */
const [given, share] = [10_000, 4_000];

/**
 * Fills an empty database with one published need and a draft of an update about it; each of the donors has
 * $40.00 of $100.00 in it. Uses a few statements, because commands would take minutes for thousands of donors.
 */
export async function fillOneNeed(db: Db, donors: number) {
  const [causeId, nominationId, updateId] = [
    newId<CauseId>(),
    newId<NominationId>(),
    newId<UpdateId>(),
  ];
  const numbers = sql`from generate_series(1, ${donors}::int) as n`;
  // UUIDv7 as the server creates them, always the same for the same donor.
  const id = (what: string) =>
    sql`(lpad(to_hex(1790000000000 + n), 12, '0') || '7' || substr(md5(${what} || n), 1, 3)
      || '8' || substr(md5(${what} || n), 4, 15))::uuid`;
  const [donation, allocation] = [id('donation'), id('allocation')];
  await db.transaction().execute(async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
    await run(sql`insert into causes (id, name) values (${causeId}, 'Heating')`);
    await run(sql`insert into checkouts (id, status, cause_id, amount_cents, provider, is_real, request_hash, expires_at)
      select ${donation}, 'paid', ${causeId}, ${given}, 'test', false, '', now() ${numbers}`);
    await run(sql`insert into donors (id, first_name, last_name, email)
      select ${id('donor')}, 'Grace', 'Hopper', 'donor-' || n || '@example.com' ${numbers}`);
    await run(sql`insert into donations (id, source, checkout_id, provider, received_on, donor_id, payment_intent_id, cause_id, amount_cents, allocated_cents, is_real,
        description, is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
      select ${donation}, 'online', ${donation}, 'test', current_date, ${id('donor')}, 'pi_' || n, ${causeId}, ${given}, ${share}, false, '', false, 'Grace', 'Hopper',
        'donor-' || n || '@example.com', '555-0100', '10001' ${numbers}`);
    await run(sql`insert into nominations (id, cause_id, nominee, description, first_name, last_name, email,
        phone, zip, is_accepted, allocated_cents)
      values (${nominationId}, ${causeId}, 'Maria', 'Heating.', 'Ada', 'Lovelace', 'nominator@example.com',
        '555-0100', '10001', true, ${share}::bigint * ${donors}::bigint)`);
    await run(sql`insert into allocations (id, donation_id, nomination_id, amount_cents)
      select ${allocation}, ${donation}, ${nominationId}, ${share} ${numbers}`);
    await run(sql`insert into ledger_entries (id, kind, donation_id, from_place, to_place, amount_cents, actor, source)
      select ${id('payment')}, 'payment', ${donation}, 'outside', 'waiting', ${given}, 'system', 'test' ${numbers}`);
    await run(sql`insert into ledger_entries (id, kind, donation_id, nomination_id, allocation_id, from_place,
        to_place, amount_cents, actor, source)
      select ${id('move')}, 'allocation', ${donation}, ${nominationId}, ${allocation}, 'waiting', 'allocated',
        ${share}, 'system', 'test' ${numbers}`);
    await run(sql`insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
      values (${nominationId}, 'A furnace for a family', 'It was cold.', 'Now it is warm.', true, now())`);
    await run(sql`insert into updates (id, nomination_id, kind, title, text, created_by)
      values (${updateId}, ${nominationId}, 'progress', 'The furnace is in', 'It is warm.', ${newId()})`);
  });
  // The database does this by itself some minutes after so many inserts.
  await sql`analyze`.execute(db);
  const recipients = Array.from({ length: donors }, (_, n) => `donor-${n + 1}@example.com`);
  return { nominationId, updateId, recipients: [...recipients, 'nominator@example.com'] };
}
