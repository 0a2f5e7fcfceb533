import { bankLinePath } from '#contract/admin-pages.ts';
import type { MatchPart } from '#contract/banking/bank-matches.ts';
import type { BankLineId } from '#contract/ids.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { isSlowTransfer, matchWords } from '#core/banking/bank-proposals.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { matchLine } from '#server/banking/matches/match-line.ts';
import { linesUndoneWith } from '#server/banking/matches/queries.ts';
import { unmatchLine } from '#server/banking/matches/unmatch-line.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { countLoneMoves } from '#server/people/approvals/lone-moves.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface Call {
  actor: TeamMember;
  input: { id: BankLineId; parts: MatchPart[] };
  idempotencyKey: string | null;
}

/**
 * Calling much of a line a fee, money of other books, or a slow transfer takes a second person. What nothing in the
 * books stands for is somebody's word alone: above the limit of expenses, and counted with them, it takes a second
 * person. Otherwise, money that left the account for no good could be called a fee, or a transfer whose other side is
 * the donation of somebody, months before.
 */
export function matchApproval(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  const alone = countLoneMoves<Call>(db);
  return {
    onRefused: alone.forget,
    async isNeeded(call) {
      const { actor, input, idempotencyKey } = call;
      // Parts that together are no amount anymore are refused when they are tried out.
      const cents = (await wordsAlone(db, input.id, input.parts)).reduce(
        (sum, part) => Math.min(sum + Math.abs(part.cents), Number.MAX_SAFE_INTEGER),
        0,
      );
      if (cents === 0) return false;
      const limits = await fourEyesFor(db, settings, 'bank_line', actor);
      if (limits === null) return false;
      const limitCents = limits.spendingAboveCents;
      // A key repeats one line: of another one, or of an expense, it would let the same amount pass uncounted.
      const key = idempotencyKey && `match ${input.id} ${idempotencyKey}`;
      const move = { kind: 'spending' as const, cents, limitCents, key };
      return alone.isTooMuch(call, actor, move);
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => matchLine(trial, actor, input, null)),
    async describe({ input }) {
      const words = await wordsAlone(db, input.id, input.parts);
      const others = input.parts.length - words.length;
      return [
        ...(await describeLine(db, input.id)),
        ...words.map(describePart),
        ...(others > 0 ? [{ label: 'The rest', value: 'Is matched with what the books say' }] : []),
      ];
    },
  };
}

interface Undoing {
  actor: TeamMember;
  input: { id: BankLineId; reason: string };
}

/** What is above the limit has been approved by two people, and is taken back by two. */
export function unmatchApproval(db: Db, settings: SettingsStore): ApprovalRule<Undoing> {
  return {
    async isNeeded({ actor, input }) {
      const limits = await fourEyesFor(db, settings, 'bank_line', actor);
      if (limits === null) return false;
      const undone = await wordsAloneUndoneWith(db, input.id);
      return sumCents(undone.map(({ cents }) => Math.abs(cents))) > limits.spendingAboveCents;
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => unmatchLine(trial, actor, input, null)),
    async describe({ input }) {
      return [
        { label: 'What', value: 'Undo the match of a bank line' },
        ...(await describeLine(db, input.id)),
        ...(await wordsAloneUndoneWith(db, input.id)).map(describePart),
        { label: 'Reason', value: input.reason },
      ];
    },
    mustStayTrue: true,
  };
}

/** What somebody alone said of a line, and of those that are undone with it. */
async function wordsAloneUndoneWith(db: Db, id: BankLineId) {
  return db
    .selectFrom('bankMatches')
    .select(['kind', 'cents', 'reason'])
    .where('lineId', 'in', await linesUndoneWith(db, id))
    .where('kind', 'in', ['fee', 'ignored'])
    .orderBy('id')
    .execute();
}

async function describeLine(db: Db, id: BankLineId): Promise<ApprovalFact[]> {
  const line = await db
    .selectFrom('bankLines')
    .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
    .select(['bankAccounts.name as accountName', 'bookedOn', 'cents', 'text', 'counterparty'])
    .where('bankLines.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('line of a bank account'));
  return [
    {
      label: 'Line',
      value: `${line.accountName}, ${formatDay(line.bookedOn)}, ${formatCents(line.cents)}`,
      path: bankLinePath(id),
    },
    { label: 'Text', value: [line.counterparty, line.text].filter(Boolean).join(', ') || 'None' },
  ];
}

function describePart(part: {
  kind: MatchPart['kind'];
  cents: number;
  reason?: string | null;
  otherDay?: string;
}): ApprovalFact {
  const why =
    part.kind === 'ignored'
      ? `: ${part.reason}`
      : part.otherDay
        ? `, and the other side on ${formatDay(part.otherDay)}`
        : '';
  return { label: matchWords[part.kind], value: formatCents(part.cents) + why };
}

/** A part that nothing in the books stands for; of a slow transfer, with the day of its other side. */
type WordAlone = Extract<MatchPart, { kind: 'fee' | 'ignored' }> | SlowTransfer;
type SlowTransfer = Extract<MatchPart, { kind: 'transfer' }> & { otherDay: string };

async function wordsAlone(db: Db, id: BankLineId, parts: MatchPart[]): Promise<WordAlone[]> {
  const others = parts.flatMap((part) => (part.kind === 'transfer' ? [part.id] : []));
  const days = await db
    .selectFrom('bankLines')
    .select(['id', 'bookedOn'])
    .where('id', 'in', [id, ...others])
    .execute();
  const dayOf = new Map(days.map((line) => [line.id, line.bookedOn]));
  return parts.flatMap((part): WordAlone[] => {
    if (part.kind === 'fee' || part.kind === 'ignored') return [part];
    if (part.kind !== 'transfer') return [];
    const [day, otherDay] = [dayOf.get(id), dayOf.get(part.id)];
    return day && otherDay && isSlowTransfer(day, otherDay) ? [{ ...part, otherDay }] : [];
  });
}
