import type { MatchedLine, MatchPart } from '#contract/banking/bank-matches.ts';
import type { BankLineId, BankMatchId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import { isByName, isSlowTransfer, type TargetKind } from '#core/banking/bank-proposals.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents, maxAmountCents, sumCents } from '#core/platform/money.ts';
import { findLine } from '#server/banking/matches/find-line.ts';
import { findOpenTargets } from '#server/banking/matches/open-targets.ts';
import { getBankLine } from '#server/banking/matches/queries.ts';
import { findEnteredDeposits } from '#server/giving/announced-transfers/queries.ts';
import { assertDaysOpen, keepMonthsAlone } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { bookBankFee } from '#server/provider/card-costs/commands.ts';
import { assertFeesUnpaid } from '#server/provider/card-costs/policy.ts';
import { readTotals } from '#server/provider/card-costs/queries.ts';

/**
 * Says what a line is, once for each Idempotency-Key. All matches wait for each other, so that two people can neither match
 * one line nor one deposit twice.
 */
export function matchLine(
  db: Db,
  actor: TeamMember,
  match: Match,
  idempotencyKey: string | null,
): Promise<MatchedLine> {
  demandRight(actor, 'money.write');
  const scope = `match line ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: match }, async (trx) => {
    await keepMonthsAlone(trx);
    await addMatches(trx, actor, match);
    return getBankLine(trx, match.id);
  });
}

/** {@link matchLine} for several lines; those that are refused are left out. */
export function matchLines(
  db: Db,
  actor: TeamMember,
  matches: Match[],
): Promise<ManyOutcome<BankLineId>> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await keepMonthsAlone(trx);
    const partsOf = new Map(matches.map(({ id, parts }) => [id, parts]));
    return eachRow(trx, [...partsOf.keys()], async (id) => {
      const parts = partsOf.get(id) ?? [];
      await assertSure(trx, id, parts);
      await addMatches(trx, actor, { id, parts });
    });
  });
}

interface Match {
  id: BankLineId;
  parts: MatchPart[];
}

/** Throws 400 for what somebody has to say, and perhaps a second person: it is matched by itself. */
async function assertSure(trx: Trx, id: BankLineId, parts: MatchPart[]): Promise<void> {
  const { bookedOn, cents } = await findLine(trx, id);
  for (const part of parts) {
    if (part.kind === 'transfer') {
      const other = await findLine(trx, part.id);
      if (!isSlowTransfer(bookedOn, other.bookedOn)) continue;
      throw new AppError(
        'invalid_input',
        `The other side of this transfer was booked on ${formatDay(other.bookedOn)}. Please match this line by itself.`,
      );
    }
    if (part.kind !== 'donation') continue;
    const open = (await findOpenTargets(trx, part)).find(({ openCents }) => openCents > 0);
    if (!(open && isByName(open, { id, cents }))) continue;
    throw new AppError(
      'invalid_input',
      'Only the name of the donor speaks for this donation. Please match this line by itself.',
    );
  }
}

async function addMatches(trx: Trx, actor: TeamMember, { id, parts }: Match): Promise<void> {
  const line = await findLine(trx, id);
  await assertDaysOpen(trx, [line.bookedOn]);
  await assertUnmatched(trx, id);
  await assertNotEntered(trx, id);
  const sum = sumCents(parts.map(({ cents }) => cents));
  if (sum !== line.cents) {
    throw new AppError(
      'totals_differ',
      `The line is ${formatCents(line.cents)}, and its parts come to ${formatCents(sum)}. The difference is ${formatCents(line.cents - sum)}.`,
    );
  }
  for (const part of parts) assertWithinLine(line.cents, part);
  const paidBack = parts.filter(({ kind, cents }) => kind === 'fee' && cents > 0);
  assertFeesUnpaid(await readTotals(trx), sumCents(paidBack.map(({ cents }) => cents)));
  for (const part of parts) await addPart(trx, actor, { id, bookedOn: line.bookedOn, part });
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'bank_line.matched',
    subjectId: id,
    after: { amount: line.cents, matchedWith: parts.map(({ kind }) => kind).join(', ') },
  });
}

/**
 * What has no target that limits it is a part of the line: otherwise, one part could be made up as long as another one
 * makes up for it. Only a fee may have been taken out of what came.
 */
function assertWithinLine(lineCents: number, { kind, cents }: MatchPart): void {
  if (!['fee', 'ignored', 'transfer'].includes(kind)) return;
  const isTakenOut = kind === 'fee' && cents < 0 && lineCents > 0;
  if (isTakenOut && -cents <= maxAmountCents) return;
  const isPart = Math.sign(cents) === Math.sign(lineCents);
  if (isPart && Math.abs(cents) <= Math.abs(lineCents)) return;
  throw new AppError(
    'totals_differ',
    `The line is ${formatCents(lineCents)}. A fee, a transfer, or money of other books can only be a part of it, and ${formatCents(cents)} is none.`,
  );
}

interface Addition {
  id: BankLineId;
  bookedOn: string;
  part: MatchPart;
}

async function addPart(trx: Trx, actor: TeamMember, { id, bookedOn, part }: Addition) {
  const { kind, cents } = part;
  const match = { id: newId<BankMatchId>(), lineId: id, kind, cents, matchedBy: actor.id };
  const insert = trx.insertInto('bankMatches');
  switch (part.kind) {
    case 'fee': {
      const operationsEntryId = await bookBankFee(trx, actor, { cents, countsOn: bookedOn });
      return insert.values({ ...match, operationsEntryId }).execute();
    }
    case 'ignored':
      return insert.values({ ...match, reason: part.reason }).execute();
    case 'transfer': {
      const other = await findLine(trx, part.id);
      await assertDaysOpen(trx, [other.bookedOn]);
      await assertUnmatched(trx, part.id);
      await assertNotEntered(trx, part.id);
      const own = await findLine(trx, id);
      if (other.cents !== -cents || other.accountId === own.accountId) {
        throw new AppError(
          'totals_differ',
          `A transfer is two lines of two accounts: ${formatCents(cents)} here is ${formatCents(-cents)} there, and the other line is ${formatCents(other.cents)}.`,
        );
      }
      const there = { ...match, id: newId<BankMatchId>(), lineId: part.id, cents: -cents };
      return insert
        .values([
          { ...match, otherLineId: part.id },
          { ...there, otherLineId: id },
        ])
        .execute();
    }
    default:
      await assertOpen(trx, part);
      return insert.values({ ...match, ...columnOf(part) }).execute();
  }
}

type TargetPart = Extract<MatchPart, { kind: TargetKind }>;

function columnOf(part: TargetPart) {
  switch (part.kind) {
    case 'payout':
      return { payoutMoveId: part.id };
    case 'deposit':
      return { depositId: part.id };
    case 'donation':
      return { donationId: part.id };
    case 'expense':
      return { expenseId: part.id };
  }
}

/** Throws 409 if a part is more than what of its target is not matched yet. */
async function assertOpen(trx: Trx, { kind, id, cents }: TargetPart): Promise<void> {
  const open = (await findOpenTargets(trx, { kind, id })).find(
    ({ openCents }) => Math.sign(openCents) === Math.sign(cents),
  );
  if (open && Math.abs(cents) <= Math.abs(open.openCents)) return;
  throw new AppError(
    'target_matched',
    open
      ? `${open.name}: only ${formatCents(open.openCents)} of it is not matched yet.`
      : 'Nothing of what you chose is expected at the bank anymore. Please reload the page and look again.',
  );
}

async function assertUnmatched(trx: Trx, id: BankLineId): Promise<void> {
  const matched = await trx
    .selectFrom('bankMatches')
    .select('id')
    .where('lineId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (matched) throw new AppError('line_matched', 'Somebody has already matched this line.');
}

/** A line that waits in a deposit becomes a donation there: matched with something else, its money would be there twice. */
async function assertNotEntered(trx: Trx, id: BankLineId): Promise<void> {
  const deposit = (await findEnteredDeposits(trx, [id])).get(id);
  if (!deposit) return;
  throw new AppError(
    'line_entered',
    `This line is entered in the deposit “${deposit.title}”, which is not confirmed yet.`,
  );
}
