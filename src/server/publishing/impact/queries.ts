import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Where money is, in cents; see `moneyPlaces` in the contract. */
interface Places {
  given: number;
  waiting: number;
  allocated: number;
  allocatedWithoutPage: number;
  spent: number;
  spentWithoutProof: number;
  returned: number;
  uncovered: number;
}

/**
 * Where all money is, by cause and in total: from sums that triggers keep with each move and `check-ledger` verifies,
 * so that a million donations cost as much as one.
 */
export async function summarizeImpact(db: Db) {
  const { rows } = await sql<
    Places & { id: CauseId; name: string; withoutProofSince: string | null }
  >`
    select id, name,
      given_cents as given,
      given_cents - allocated_cents - returned_cents + deficit_cents as waiting,
      allocated_cents - spent_cents as allocated,
      allocated_cents - spent_cents - visible_unspent_cents as allocated_without_page,
      spent_cents as spent,
      spent_cents - proven_cents as spent_without_proof,
      returned_cents as returned,
      deficit_cents as uncovered,
      (select min(paid_on) from expenses where undone_at is null and not is_proven) as without_proof_since
    from causes join cause_totals on cause_totals.cause_id = causes.id order by lower(name)`.execute(
    db,
  );
  const total = (place: keyof Places) => rows.reduce((sum, row) => sum + row[place], 0);
  return {
    given: total('given'),
    waiting: total('waiting'),
    allocated: total('allocated'),
    allocatedWithoutPage: total('allocatedWithoutPage'),
    spent: total('spent'),
    spentWithoutProof: total('spentWithoutProof'),
    returned: total('returned'),
    uncovered: total('uncovered'),
    withoutProofSince: rows[0]?.withoutProofSince ?? null,
    causes: rows,
  };
}
