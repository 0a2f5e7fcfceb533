import type { Deposit, DepositLine } from '#contract/giving/deposits.ts';
import type { CauseId } from '#contract/ids.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { isEmptyLine, type TypedLine } from '#web/admin/giving/deposits/line-fields.tsx';
import { readId } from '#web/client/paths.ts';

/** A deposit as somebody types it. */
export type TypedDeposit = ReturnType<typeof typedDeposit>;

/** A deposit as the fields show it. */
export function typedDeposit(deposit: Deposit) {
  return {
    title: deposit.title,
    expectedCount: deposit.expectedCount as number | string,
    expectedAmount: centsToDecimal(deposit.expectedAmount),
    depositLines: linesToEnter(deposit),
  };
}

/** The lines, and an empty one as long as fewer are entered than were counted: lines of a bank come complete. */
function linesToEnter({ lines, expectedCount }: Deposit): TypedLine[] {
  const known = lines.map(typed);
  const isComplete = known.length > 0 && known.length >= expectedCount;
  return isComplete ? known : [...known, newLine(known.at(-1))];
}

function typed(line: DepositLine): TypedLine {
  const { kind, receivedOn, checkNumber, firstName, lastName, email, note, bankLineId } = line;
  return {
    kind,
    receivedOn,
    checkNumber,
    firstName,
    lastName,
    email,
    note,
    bankLineId,
    amount: centsToDecimal(line.amount),
    causeId: line.cause.id,
  };
}

/** An empty line, with what usually stays the same from the one before. */
export function newLine(before?: TypedLine): TypedLine {
  return {
    kind: before?.kind ?? 'check',
    receivedOn: before?.receivedOn ?? isoDayOf(new Date(), siteInfo.timeZone),
    causeId: before?.causeId ?? '',
    amount: '',
    checkNumber: '',
    firstName: '',
    lastName: '',
    email: '',
    note: '',
    bankLineId: null,
  };
}

/** What was typed, as a deposit; an amount that is none becomes 0, which the form refuses first. */
export function readDeposit(
  { title, expectedCount, expectedAmount, depositLines }: TypedDeposit,
  revision: number,
) {
  return {
    title,
    revision,
    expectedCount: Number(expectedCount),
    expectedAmount: parseAmount(expectedAmount) ?? 0,
    depositLines: entered(depositLines).map(({ amount, causeId, bankLineId, ...line }) => ({
      ...line,
      ...(bankLineId !== null && { bankLineId }),
      amount: parseAmount(amount) ?? 0,
      causeId: readId<CauseId>(causeId),
    })),
  };
}

/** All lines but the empty ones at the end. */
export function entered(lines: TypedLine[]): TypedLine[] {
  return lines.slice(0, lines.findLastIndex((line) => !isEmptyLine(line)) + 1);
}
