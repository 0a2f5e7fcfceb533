import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  addDeposit as addContract,
  Deposit,
  saveDeposit as saveContract,
} from '#contract/giving/deposits.ts';
import type {
  BankLineId,
  DepositId,
  DepositLineId,
  DonationId,
  DonorId,
  ExpectedTransferId,
} from '#contract/ids.ts';
import type { LineReturn } from '#core/giving/deposits.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { sumCents } from '#core/platform/money.ts';
import {
  findOrMakeDonor,
  findOrMakeUnnamedDonor,
  makeDonorWithoutAddress,
} from '#server/donors/donors/find-or-make-donor.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { assertComplete, confirmObstacle, refuseFuture } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { bookOfflineGift } from '#server/giving/donations/commands.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { assertDaysOpen, holdMonths } from '#server/ledger/month-locks.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { assertNothingHeld } from '#server/people/approvals/holds.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { followReturns } from '#server/receipts/receipts/end-receipt.ts';
import { tellOfChange } from '#server/receipts/receipts/tell-donor.ts';

interface Services {
  settings: SettingsStore;
  mailer: Mailer;
}

/** Begins a deposit with what was counted. */
export function addDeposit(
  db: Db,
  actor: TeamMember,
  input: z.output<(typeof addContract)['body']>,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const scope = `deposit ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const id = newId<DepositId>();
    const { title, expectedCount, expectedAmount } = input;
    await trx
      .insertInto('deposits')
      .values({ id, title, expectedCount, expectedCents: expectedAmount, countedBy: actor.id })
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.added',
      subjectId: id,
      after: { name: title, lines: expectedCount, amount: expectedAmount },
    });
    return getDeposit(trx, actor, id, settings);
  });
}

type Saved = z.output<(typeof saveContract)['body']> & { id: DepositId };

/** Saves an open deposit as it is now, whether it adds up or not. */
export async function saveDeposit(
  db: Db,
  actor: TeamMember,
  { id, revision, depositLines: lines, ...counted }: Saved,
  settings: SettingsStore,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const before = await lockOpen(trx, id, revision);
    refuseFuture(lines, await today(trx, settings));
    await assertCausesKnown(trx, lines);
    const transfers = await readTransfers(trx, id, lines);
    await trx
      .updateTable('deposits')
      .set({
        title: counted.title,
        expectedCount: counted.expectedCount,
        expectedCents: counted.expectedAmount,
        revision: revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('depositLines').where('depositId', '=', id).execute();
    if (lines.length > 0) {
      await trx
        .insertInto('depositLines')
        .values(
          lines.map(({ amount, bankLineId = null, ...line }, position) => ({
            ...line,
            depositId: id,
            position,
            cents: amount,
            bankLineId,
            expectedTransferId: transfers.get(bankLineId) ?? null,
            id: newId<DepositLineId>(),
          })),
        )
        .execute();
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.saved',
      subjectId: id,
      before: totalsOf(before.lines),
      after: totalsOf(lines.map(({ amount }) => ({ cents: amount }))),
    });
    return getDeposit(trx, actor, id, settings);
  });
}

/** Throws 400, and names the lines, if a cause is gone. Those that are there stay until the lines are saved. */
async function assertCausesKnown(trx: Trx, lines: Saved['depositLines']): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ causeId }) => causeId);
  const rows = await trx
    .selectFrom('causes')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = [...ids.entries()].filter(([, id]) => !known.has(id));
  if (unknown.length === 0) return;
  throw new AppError(
    'invalid_input',
    'Please choose causes from the list.',
    Object.fromEntries(
      unknown.map(([place]) => [`depositLines.${place}.causeId`, 'Choose a cause from the list']),
    ),
  );
}

/**
 * The announced transfer of each line of the bank that this deposit was made from. Others cannot be named here, and what
 * the bank says about amount and day is not for anybody to change.
 */
async function readTransfers(
  trx: Trx,
  id: DepositId,
  lines: Saved['depositLines'],
): Promise<Map<BankLineId | null, ExpectedTransferId | null>> {
  const entered = await trx
    .selectFrom('depositLines')
    .innerJoin('bankLines', 'bankLines.id', 'bankLineId')
    .select(['bankLineId', 'expectedTransferId', 'bankLines.cents', 'bookedOn'])
    .where('depositId', '=', id)
    .execute();
  const named = lines.filter(({ bankLineId }) => bankLineId !== undefined);
  const differs = named.some(
    ({ bankLineId, amount, receivedOn, kind }) =>
      kind !== 'transfer' ||
      !entered.some(
        (line) =>
          line.bankLineId === bankLineId && line.cents === amount && line.bookedOn === receivedOn,
      ),
  );
  if (differs || new Set(named.map(({ bankLineId }) => bankLineId)).size < named.length) {
    throw new AppError(
      'line_entered',
      'A line that was entered from the bank keeps its amount and its day. If it does not belong here, remove it.',
    );
  }
  return new Map(entered.map((line) => [line.bankLineId, line.expectedTransferId]));
}

/** Deletes an open deposit. */
export function deleteDeposit(db: Db, actor: TeamMember, id: DepositId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const { title, lines } = await lockOpen(trx, id);
    await trx.deleteFrom('deposits').where('id', '=', id).execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.deleted',
      subjectId: id,
      before: { name: title, ...totalsOf(lines) },
    });
  });
}

/** Closes a deposit, so that somebody else can confirm it. 409 with the numbers until count and total match. */
export function closeDeposit(
  db: Db,
  actor: TeamMember,
  { id, revision }: { id: DepositId; revision: number },
  settings: SettingsStore,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await holdMonths(trx);
    const deposit = await lockOpen(trx, id, revision);
    refuseFuture(deposit.lines, await today(trx, settings));
    await assertDaysOpen(
      trx,
      deposit.lines.map(({ receivedOn }) => receivedOn),
    );
    assertComplete(deposit, deposit.lines);
    await trx
      .updateTable('deposits')
      .set({
        state: 'closed',
        closedBy: actor.id,
        closedAt: sql<string>`now()`,
        revision: revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.closed',
      subjectId: id,
      after: totalsOf(deposit.lines),
    });
    return getDeposit(trx, actor, id, settings);
  });
}

/** Opens a closed deposit again, with a reason. */
export function sendDepositBack(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: DepositId; reason: string },
  settings: SettingsStore,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await lockClosed(trx, id);
    await trx
      .updateTable('deposits')
      .set((row) => ({
        state: 'open',
        closedBy: null,
        closedAt: null,
        sentBackBy: actor.id,
        sentBackAt: sql<string>`now()`,
        sentBackReason: reason,
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.sent_back',
      subjectId: id,
      reason,
    });
    return getDeposit(trx, actor, id, settings);
  });
}

/**
 * Confirms a closed deposit: each line becomes a donation with its ledger entry, and donors with an address are
 * thanked, all or nothing.
 */
export function confirmDeposit(
  db: Db,
  actor: TeamMember,
  input: { id: DepositId; revision: number },
  idempotencyKey: string | null,
  { settings, mailer }: Services,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const { id } = input;
  const scope = `confirm deposit ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await holdMonths(trx);
    const deposit = await lockClosed(trx, id, input.revision);
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
    return getDeposit(trx, actor, id, settings);
  });
}

/** Takes the money of a confirmed line out of its donation. A deficit of what was allocated of it is reported. */
export function returnDepositLine(
  db: Db,
  actor: TeamMember,
  input: { id: DepositLineId; how: LineReturn; reason: string },
  idempotencyKey: string | null,
  { settings, mailer }: Services,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const { id, how, reason } = input;
  const scope = `return deposit line ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await holdMonths(trx);
    const { donationId, depositId } = await trx
      .selectFrom('depositLines')
      .select(['donationId', 'depositId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('line of a deposit'));
    if (donationId === null) {
      throw new AppError(
        'deposit_not_confirmed',
        'This deposit is not confirmed yet, so the line can still be changed.',
      );
    }
    await lockDonation(trx, donationId);
    const returned = await trx
      .updateTable('depositLines')
      .set({
        returnedAs: how,
        returnedReason: reason,
        returnedBy: actor.id,
        returnedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      // Behind the lock: another call may have returned it in the meantime.
      .where('returnedAs', 'is', null)
      .returning('cents')
      .executeTakeFirst();
    if (!returned) {
      throw new AppError('already_returned', 'The money of this line has already left again.');
    }
    if (how === 'reversal') await assertNotAtBank(trx, donationId, depositId);
    const move = { donationId, amountCents: returned.cents, actor: userActor(actor) };
    await returnMoney(trx, how, { ...move, source: `deposit line:${id}`, reason });
    await reportDeficit(trx, donationId, mailer);
    const receiptChange = await followReturns(trx, donationId, await settings.read(trx));
    await tellOfChange(trx, donationId, receiptChange, mailer);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: how === 'bounce' ? 'donation.bounced' : 'donation.reversed',
      subjectId: donationId,
      after: { amount: returned.cents },
      reason,
    });
    return getDeposit(trx, actor, depositId, settings);
  });
}

/**
 * Throws 409 if lines of a bank say that more came than the deposit has after a reversal, which says that it never came.
 * Whoever matches lines waits for the months that we hold.
 */
async function assertNotAtBank(trx: Trx, donationId: DonationId, depositId: DepositId) {
  const { left, ofDonation, ofAll } = await trx
    .selectNoFrom([
      sql<number>`coalesce((select sum(cents) from deposit_lines
        where deposit_id = ${depositId} and returned_as is distinct from 'reversal'), 0)::bigint`.as(
        'left',
      ),
      sql<number>`coalesce((select sum(cents) from bank_matches
        where donation_id = ${donationId} and cents > 0), 0)::bigint`.as('ofDonation'),
      sql<number>`coalesce((select sum(cents) from bank_matches where cents > 0 and (deposit_id = ${depositId}
        or donation_id in (select donation_id from deposit_lines where deposit_id = ${depositId}))), 0)::bigint`.as(
        'ofAll',
      ),
    ])
    .executeTakeFirstOrThrow();
  if (ofDonation === 0 && ofAll <= left) return;
  throw new AppError(
    'bank_matched',
    'A line of a bank account says that this money came. Undo the match of that line first, or say that the payment bounced.',
  );
}

type Line = Awaited<ReturnType<typeof linesOf>>[number];

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
    const gift = { id, ...cause, amountCents: cents, receivedOn, note, isReal, giver };
    const thanksTo = email === null ? null : donor.email;
    await bookOfflineGift(trx, { ...gift, donorId: donor.id, thanksTo }, by, mailer);
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

/** The day where the charity is. */
async function today(trx: Trx, settings: SettingsStore): Promise<string> {
  return isoDayOf(new Date(), (await settings.read(trx)).timeZone);
}

function totalsOf(lines: { cents: number }[]): { lines: number; amount: number } {
  return { lines: lines.length, amount: sumCents(lines.map(({ cents }) => cents)) };
}

function lock(trx: Trx, id: DepositId) {
  return trx
    .selectFrom('deposits')
    .select(['title', 'state', 'revision', 'expectedCount', 'expectedCents', 'closedBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('deposit'));
}

/** Locks an open deposit that is as its caller has seen it. */
async function lockOpen(trx: Trx, id: DepositId, revision?: number) {
  const deposit = await lock(trx, id);
  if (deposit.state !== 'open') {
    throw new AppError(
      'deposit_not_open',
      'This deposit is closed. It has to be sent back before it can be changed.',
    );
  }
  assertSeen(deposit, revision);
  return { ...deposit, lines: await linesOf(trx, id) };
}

/** Locks a closed deposit that is as its caller has seen it. */
async function lockClosed(trx: Trx, id: DepositId, revision?: number) {
  const deposit = await lock(trx, id);
  if (deposit.state === 'confirmed') {
    throw new AppError('already_confirmed', 'Somebody has already confirmed this deposit.');
  }
  if (deposit.state === 'open') {
    throw new AppError('deposit_not_closed', 'This deposit is open: it has to be closed first.');
  }
  assertSeen(deposit, revision);
  return { ...deposit, lines: await linesOf(trx, id) };
}

function assertSeen(deposit: { revision: number }, revision: number | undefined): void {
  if (revision === undefined || deposit.revision === revision) return;
  throw new AppError(
    'deposit_changed',
    'Somebody has changed this deposit in the meantime. Please reload the page and look again.',
  );
}

function linesOf(trx: Trx, id: DepositId) {
  return trx
    .selectFrom('depositLines')
    .innerJoin('causes', 'causes.id', 'depositLines.causeId')
    .select([
      'depositLines.id',
      'cents',
      'receivedOn',
      'bankLineId',
      'causeId',
      'causes.name as causeName',
      'isForRunningCosts',
      'firstName',
      'lastName',
      'email',
      'note',
    ])
    .where('depositId', '=', id)
    .orderBy('position')
    .execute();
}
