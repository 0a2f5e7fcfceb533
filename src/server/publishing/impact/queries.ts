import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Where money is, in cents; see `moneyPlaces` in the contract. */
interface Places {
  given: number;
  waiting: number;
  allocated: number;
  spent: number;
  returned: number;
  uncovered: number;
}

/** Where all money is, by cause and in total, from the guarded balances that `check-ledger` verifies. */
export async function summarizeImpact(db: Db) {
  const { rows } = await sql<Places & { id: CauseId; name: string }>`
    with donations as (
      select cause_id,
        sum(amount_cents) as given,
        sum(allocated_cents) as allocated,
        sum(returned_cents) as returned,
        sum(deficit_cents) as uncovered
      from donations group by cause_id
    ),
    needs as (
      select cause_id, sum(spent_cents) as spent from nominations group by cause_id
    )
    select causes.id, causes.name,
      coalesce(given, 0)::bigint as given,
      (coalesce(given, 0) - coalesce(allocated, 0) - coalesce(returned, 0) + coalesce(uncovered, 0))::bigint as waiting,
      (coalesce(allocated, 0) - coalesce(spent, 0))::bigint as allocated,
      coalesce(spent, 0)::bigint as spent,
      coalesce(returned, 0)::bigint as returned,
      coalesce(uncovered, 0)::bigint as uncovered
    from causes
    left join donations on donations.cause_id = causes.id
    left join needs on needs.cause_id = causes.id
    order by lower(causes.name)`.execute(db);
  const total = (place: keyof Places) => rows.reduce((sum, row) => sum + row[place], 0);
  return {
    given: total('given'),
    waiting: total('waiting'),
    allocated: total('allocated'),
    spent: total('spent'),
    returned: total('returned'),
    uncovered: total('uncovered'),
    causes: rows,
  };
}
