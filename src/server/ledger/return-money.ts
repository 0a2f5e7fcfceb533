import { type RawBuilder, sql } from 'kysely';
import { moves } from '#core/ledger.ts';
import { formatCents } from '#core/money.ts';
import type { Trx } from '#server/db/schema.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

interface Return {
  donationId: string;
  amountCents: number;
  actor: string;
  cause: string;
  reason?: string;
}

/**
 * Books money that left a donation for good, or that came back. It cannot be refused, because it has
 * happened: where the money is allocated already, a deficit is booked, shown and told to the team. The
 * caller has locked the donation.
 */
export async function returnMoney(
  trx: Trx,
  mailer: Mailer,
  kind: 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal',
  move: Return,
): Promise<void> {
  await recordMove(trx, kind, move);
  const cents = moves[kind].to === 'outside' ? move.amountCents : -move.amountCents;
  const { deficitCents } = await trx
    .updateTable('donations')
    .set((row) => ({
      returnedCents: row('returnedCents', '+', cents),
      deficitCents: deficitAfter(cents),
    }))
    .where('id', '=', move.donationId)
    .returning('deficitCents')
    .executeTakeFirstOrThrow();
  // An alert names the figure of its moment; one that is not right any more makes room for a new one.
  await settleAlert(trx, deficitAlert(move.donationId));
  if (deficitCents === 0) return;
  const missing = formatCents(deficitCents);
  await raiseAlert(trx, mailer, {
    key: deficitAlert(move.donationId),
    title: `${missing} are missing in a donation`,
    message: `Money of a donation went back to the donor after it had been allocated: ${missing} are given to needs, but are not there any more. Open the donation, then release allocations or move them to another gift.`,
    path: `/admin/donations?manage=${move.donationId}`,
  });
}

/** Takes the deficit's alert back once there is no deficit. For whoever releases money of a donation. */
export async function settleDeficit(trx: Trx, donationId: string): Promise<void> {
  const { deficitCents } = await trx
    .selectFrom('donations')
    .select('deficitCents')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  if (deficitCents === 0) await settleAlert(trx, deficitAlert(donationId));
}

/** The deficit of a donation once its returned or allocated cents have changed by so many. */
export function deficitAfter(cents: number): RawBuilder<number> {
  return sql<number>`greatest(0, allocated_cents + returned_cents + ${cents}::bigint - amount_cents)`;
}

function deficitAlert(donationId: string): string {
  return `deficit:${donationId}`;
}
