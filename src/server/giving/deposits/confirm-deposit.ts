import { sql } from 'kysely';
import type { Deposit } from '#contract/giving/deposits.ts';
import type { DepositId, DepositLineId, DonationId, DonorId } from '#contract/ids.ts';
import {
  findOrMakeDonor,
  findOrMakeUnnamedDonor,
  makeDonorWithoutAddress,
} from '#server/donors/donors/find-or-make-donor.ts';
import { lockClosedDeposit, type lockedLines } from '#server/giving/deposits/lock-deposit.ts';
import { assertComplete, confirmObstacle, totalsOf } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { bookOfflineDonation } from '#server/giving/donations/book-offline-donation.ts';
import { assertDaysOpen, keepMonths } from '#server/ledger/month-locks.ts';
import { assertNothingHeld } from '#server/people/approvals/holds.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Confirms a closed deposit: each line becomes a donation with its ledger entry, and donors with an address are
 * thanked, all or nothing.
 */
export function confirmDeposit(
  db: Db,
  actor: TeamMember,
  input: { id: DepositId; revision: number },
  idempotencyKey: string | null,
  { settings, mailer }: Pick<Deps, 'settings' | 'mailer'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const { id } = input;
  const scope = `confirm deposit ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await keepMonths(trx);
    const deposit = await lockClosedDeposit(trx, id, input.revision);
    await assertDaysOpen(
      trx,
      deposit.lines.map(({ receivedOn }) => receivedOn),
    );
    const { fourEyes, timeZone } = await settings.read(trx);
    if (fourEyes.isOn) await assertNothingHeld(trx, timeZone);
    const obstacle = confirmObstacle(deposit, actor, fourEyes.isOn);
    if (obstacle !== null) throw new AppError('same_person', obstacle);
    // It was complete when it was closed; a cause may be gone, and nothing else can have changed.
    assertComplete(deposit, deposit.lines);
    await bookLines(
      trx,
      deposit.lines,
      { actor: userActor(actor), source: `deposit:${id}` },
      mailer,
    );
    await trx
      .updateTable('deposits')
      .set({
        state: 'confirmed',
        confirmedBy: actor.id,
        confirmedAt: sql<string>`now()`,
        isConfirmedAlone: !fourEyes.isOn,
        revision: input.revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.confirmed',
      subjectId: id,
      after: { donations: deposit.lines.length, amount: totalsOf(deposit.lines).amount },
    });
    return getDeposit(trx, actor, id, { settings });
  });
}

type Line = Awaited<ReturnType<typeof lockedLines>>[number];

/**
 * Books the lines as donations. All donors first, by their addresses, and then all donations, by their causes, so that
 * nothing waits for something that waits for it: a donation locks its donor, and then the totals of its cause.
 */
async function bookLines(
  trx: Trx,
  lines: Line[],
  by: { actor: string; source: string },
  mailer: Mailer,
): Promise<void> {
  const { isReal } = await trx.selectFrom('books').select('isReal').executeTakeFirstOrThrow();
  const donors = new Map<DepositLineId, { id: DonorId; email: string | null }>();
  for (const line of sortBy(lines, ({ email }) => email.toLowerCase())) {
    donors.set(line.id, await donorOf(trx, line));
  }
  for (const line of sortBy(lines, ({ causeId }) => causeId)) {
    const donor = donors.get(line.id);
    if (!donor) throw new Error('Every line has a donor by now');
    const { causeId, causeName, isForRunningCosts, cents, receivedOn, firstName, lastName, note } =
      line;
    const id = newId<DonationId>();
    const email = line.email || null;
    const giver = isNamed(line) ? { firstName, lastName, email } : null;
    const cause = { causeId, causeName, isForRunningCosts };
    const donation = { id, ...cause, amountCents: cents, receivedOn, note, isReal, giver };
    const thanksTo = email === null ? null : donor.email;
    await bookOfflineDonation(trx, { ...donation, donorId: donor.id, thanksTo }, by, mailer);
    await trx
      .updateTable('depositLines')
      .set({ donationId: id, firstName: '', lastName: '', email: '', note: '' })
      .where('id', '=', line.id)
      .execute();
  }
}

async function donorOf(trx: Trx, line: Line): Promise<{ id: DonorId; email: string | null }> {
  const { firstName, lastName, email } = line;
  if (email !== '') return findOrMakeDonor(trx, { firstName, lastName, email });
  const id = isNamed(line)
    ? await makeDonorWithoutAddress(trx, { firstName, lastName })
    : await findOrMakeUnnamedDonor(trx);
  return { id, email: null };
}

function isNamed({ firstName, lastName, email }: Line): boolean {
  return `${firstName}${lastName}${email}` !== '';
}

function sortBy<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
