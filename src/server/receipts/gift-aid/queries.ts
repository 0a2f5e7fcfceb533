import { type SqlBool, sql } from 'kysely';
import type {
  DonationId,
  DonorId,
  GiftAidClaimId,
  GiftAidDeclarationId,
  UserId,
} from '#contract/ids.ts';
import type { GiftAidDeclaration, GiftAidLine } from '#contract/receipts/gift-aid.ts';
import { giftAidYearsBack } from '#core/receipts/gift-aid.ts';
import type { Page, PageInput } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

function rows(db: Db) {
  return db
    .selectFrom('giftAidDeclarations')
    .select([
      'id',
      'checkoutId',
      'coversOthers',
      'declaredOn',
      'made',
      'wording',
      'wordingVersion',
      'firstName',
      'lastName',
      'house',
      'address',
      'postcode',
      'withdrawnOn',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function declarationOf(row: Row): GiftAidDeclaration {
  const { coversOthers, checkoutId, firstName, lastName, ...declaration } = row;
  return {
    ...declaration,
    scope: coversOthers ? 'all' : 'this',
    donationId: checkoutId,
    name: `${firstName} ${lastName}`.trim(),
  };
}

/** The declarations of a donor, newest first. 404 for an unknown donor. */
export async function declarationsOf(db: Db, donorId: DonorId): Promise<GiftAidDeclaration[]> {
  await db
    .selectFrom('donors')
    .select('id')
    .where('id', '=', donorId)
    .executeTakeFirstOrThrow(() => notFound('donor'));
  const found = await rows(db)
    .where('donorId', '=', donorId)
    .orderBy('declaredOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return found.map(declarationOf);
}

/** One declaration. */
export async function getDeclaration(
  db: Db,
  id: GiftAidDeclarationId,
): Promise<GiftAidDeclaration> {
  return declarationOf(await rows(db).where('id', '=', id).executeTakeFirstOrThrow());
}

/** A line of the next claim. */
export interface DueLine {
  id: DonationId;
  declarationId: GiftAidDeclarationId | null;
  receivedOn: string;
  title: string;
  firstName: string;
  lastName: string;
  house: string;
  postcode: string;
  cents: number;
}

/**
 * What the next claim consists of: of donations that a declaration covers, what is not claimed yet, and below zero, what was
 * claimed and went back to the donor since. What a donor got something for has rules of its own, and what was imported
 * may have been claimed by the earlier system: both are left out. So is what was given too long ago.
 */
export function dueSql(timeZone: string) {
  const today = sql`(now() at time zone ${timeZone})::date`;
  const back = sql`make_interval(years => ${giftAidYearsBack})`;
  return sql<DueLine>`
    select donations.id, declaration.id as declaration_id, donations.received_on, declaration.title,
      declaration.first_name, declaration.last_name, declaration.house, declaration.postcode,
      (donations.amount_cents - donations.returned_cents - gift_aid_claimed(donations.id))::bigint as cents
    from donations cross join lateral (
      select gift_aid_declarations.* from gift_aid_declarations
      where gift_aid_declarations.donor_id = donations.donor_id
        and (checkout_id in (donations.id, donations.plan_id)
          or (covers_others and donations.received_on >= declared_on - ${back}))
        and (withdrawn_on is null or donations.received_on < withdrawn_on)
        -- Of somebody who was erased, the schedule would name nobody.
        and house <> '-'
      order by declared_on desc, id desc limit 1
    ) as declaration
    where donations.source <> 'import' and donations.returned_cents < donations.amount_cents
      and donations.received_on >= ${today} - ${back}
      -- A refund that failed after it was taken off a claim can be claimed again.
      and gift_aid_claimed(donations.id) < donations.amount_cents - donations.returned_cents
      and not exists (select from donation_goods where donation_goods.donation_id = donations.id)
    union all
    select donations.id, last_line.declaration_id, donations.received_on, coalesce(declaration.title, ''),
      coalesce(declaration.first_name, ''), coalesce(declaration.last_name, ''),
      coalesce(declaration.house, ''), coalesce(declaration.postcode, ''),
      -(claimed.cents - (donations.amount_cents - least(donations.amount_cents, donations.returned_cents)))::bigint
    from (
      select donation_id, sum(amount_cents) as cents from gift_aid_claim_lines
      join gift_aid_claims on gift_aid_claims.id = claim_id
      where undone_at is null group by donation_id having sum(amount_cents) > 0
    ) as claimed
    join donations on donations.id = claimed.donation_id
    cross join lateral (
      select declaration_id from gift_aid_claim_lines
      where donation_id = donations.id order by claim_id desc limit 1
    ) as last_line
    left join gift_aid_declarations as declaration on declaration.id = last_line.declaration_id
    where claimed.cents > donations.amount_cents - least(donations.amount_cents, donations.returned_cents)`;
}

/** The lines of the next claim after one of them, by the ids of their donations; all of them without a page. */
export async function dueLines(db: Db, timeZone: string, page?: PageInput): Promise<DueLine[]> {
  const after =
    page?.cursor === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id > ${idOf(page.cursor)}::uuid`;
  const limit = page ? sql`limit ${page.limit + 1}` : sql``;
  const { rows: found } = await sql<DueLine>`
    select * from (${dueSql(timeZone)}) as due where ${after} order by id ${limit}`.execute(db);
  return found;
}

function idOf(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new AppError('invalid_input', 'This page of the list does not exist.', {
    cursor: 'Not a cursor of this list',
  });
}

/** A page of the next claim. */
export async function listGiftAidLines(
  db: Db,
  timeZone: string,
  page: PageInput,
): Promise<Page<GiftAidLine>> {
  const found = await dueLines(db, timeZone, page);
  const items = found.slice(0, page.limit);
  return {
    items: items.map(({ id, receivedOn, firstName, lastName, house, postcode, cents }) => ({
      id,
      receivedOn,
      house,
      postcode,
      amount: cents,
      name: `${firstName} ${lastName}`.trim(),
    })),
    nextCursor: found.length > page.limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** What can be claimed now, in sums, and what was claimed. */
export async function getGiftAid(db: Db, timeZone: string, isOn: boolean) {
  const { rows: due } = await sql<{ isDue: boolean; lines: number; amount: number }>`
    select cents > 0 as is_due, count(*) as lines, abs(sum(cents))::bigint as amount
    from (${dueSql(timeZone)}) as due group by 1`.execute(db);
  const { rows: claims } = await sql<{
    id: GiftAidClaimId;
    claimedOn: string;
    claimedBy: UserId;
    name: string;
    reference: string;
    lines: number;
    amount: number;
    adjustment: number;
    undoneAt: string | null;
    undoneReason: string | null;
  }>`
    select gift_aid_claims.id, claimed_on, reference, undone_at, undone_reason,
      ${userNameBy('claimedBy')} as name,
      (select count(*) from gift_aid_claim_lines where claim_id = gift_aid_claims.id) as lines,
      (select coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint from gift_aid_claim_lines
        where claim_id = gift_aid_claims.id) as amount,
      (select coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint from gift_aid_claim_lines
        where claim_id = gift_aid_claims.id) as adjustment
    from gift_aid_claims order by created_at desc, gift_aid_claims.id desc limit 100`.execute(db);
  const sumsOf = (isDue: boolean) => {
    const found = due.find((row) => row.isDue === isDue);
    return { lines: found?.lines ?? 0, amount: found?.amount ?? 0 };
  };
  return {
    isOn,
    due: sumsOf(true),
    adjustments: sumsOf(false),
    claims: claims.map(({ undoneAt, undoneReason, name, ...claim }) => ({
      id: claim.id,
      claimedOn: claim.claimedOn,
      claimedBy: name,
      reference: claim.reference,
      lines: claim.lines,
      amount: claim.amount,
      adjustment: claim.adjustment,
      undone: undoneAt === null ? null : { at: undoneAt, reason: undoneReason ?? '' },
    })),
  };
}
