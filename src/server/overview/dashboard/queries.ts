import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getDashboard as endpoint } from '#contract/overview/dashboard.ts';
import { listBankAccounts } from '#server/banking/bank-accounts/queries.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { waitingOfCauseSql } from '#server/publishing/impact/queries.ts';

type Dashboard = ResponseOf<typeof endpoint>;

const windowDays = 7;

/** How many donations and nominations came in during the last 7 × 24 hours, and where all money is. */
export async function getDashboard(db: Db): Promise<Dashboard> {
  const recent = sql<string>`now() - make_interval(days => ${windowDays})`;
  const { donations, nominations } = await db
    .selectNoFrom((query) => [
      query
        .selectFrom('donations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .where('causeId', 'is not', null)
        .as('donations'),
      query
        .selectFrom('nominations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .as('nominations'),
    ])
    .executeTakeFirstOrThrow();
  return {
    donationsLast7Days: donations ?? 0,
    nominationsLast7Days: nominations ?? 0,
    money: await readMoney(db),
    bank: await readBank(db),
  };
}

/** From the sums that are kept of each cause, as the public reads them. */
function readMoney(db: Db): Promise<Dashboard['money']> {
  const sumOf = (cents: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${cents}), 0)::bigint`;
  return db
    .selectFrom('causeTotals')
    .select([
      sumOf(sql`given_cents`).as('given'),
      sumOf(sql`returned_cents`).as('returned'),
      sumOf(waitingOfCauseSql).as('waiting'),
      sumOf(sql`allocated_cents - spent_cents`).as('allocated'),
      sumOf(sql`spent_cents`).as('spent'),
      sumOf(sql`spent_before_cents`).as('spentBefore'),
    ])
    .executeTakeFirstOrThrow();
}

async function readBank(db: Db): Promise<Dashboard['bank']> {
  const accounts = (await listBankAccounts(db)).filter(({ isClosed }) => !isClosed);
  const days = accounts.flatMap(({ lastDay }) => lastDay ?? []).sort();
  const [day] = days;
  if (day === undefined) return null;
  return { cents: accounts.reduce((sum, { closingCents }) => sum + (closingCents ?? 0), 0), day };
}
