import { sql } from 'kysely';
import { donorPath } from '#contract/admin-pages.ts';
import type { DonorServices } from '#server/donors/donors/carry-over.ts';
import {
  changesAfter,
  findLinkedChange,
  refuseIfClosed,
  whileLocked,
} from '#server/donors/donors/changes-to-take-back.ts';
import { lockDonors } from '#server/donors/donors/lock-donors.ts';
import { tellOfReturn } from '#server/donors/donors/restore-address.ts';
import { undoChange } from '#server/donors/donors/undo-change.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Whoever reads a former address takes a change back, with what was changed after it. Refusals: see the contract. */
export async function stopChange(
  db: Db,
  token: string,
  services: DonorServices,
): Promise<{ isUndone: boolean }> {
  // First, and for itself: whatever stands in the way of taking it back, nothing goes to the other address.
  const { donorId } = await db.transaction().execute(async (trx) => {
    await lockDonors(trx);
    const change = await findLinkedChange(trx, token);
    refuseIfClosed(change);
    const ids = [change, ...(await changesAfter(trx, change))].map(({ id }) => id);
    await trx
      .updateTable('donorChanges')
      .set({ objectedAt: sql<string>`now()`, isTold: true })
      .where('id', 'in', ids)
      .execute();
    return change;
  });
  try {
    await undoStopped(db, token, services);
    return { isUndone: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message } = error;
    await db.transaction().execute((trx) =>
      raiseAlert(
        trx,
        {
          key: `donor-change-objected:${donorId}`,
          title: 'A change of a donor’s address was stopped, and cannot be taken back by itself',
          message: `Somebody who reads the former address of a donor did not agree to another one. Private links to the new address do nothing until the change is taken back, and that was refused: ${message} Please find out from the donor which address is right, and who in the team changed it.`,
          path: donorPath(donorId),
        },
        services.mailer,
      ),
    );
    return { isUndone: false };
  }
}

/** Takes back what a former address objects to, and tells everybody. */
async function undoStopped(db: Db, token: string, services: DonorServices): Promise<void> {
  await whileLocked(db, async (trx) => {
    const change = await findLinkedChange(trx, token);
    refuseIfClosed(change);
    let last = null;
    for (const each of [...(await changesAfter(trx, change)), change]) {
      last = await undoChange(trx, each, 'former-address', services);
    }
    const { otherId, donorId, id } = change;
    if (last?.counted && last.address) {
      const about = { id: donorId, to: last.counted, address: last.address };
      await tellOfReturn(trx, about, services);
    }
    await raiseAlert(
      trx,
      {
        key: `donor-change-stopped:${id}`,
        title: 'A change of a donor’s address was stopped',
        message:
          'Somebody who reads the former address of a donor did not agree to another one, so everything is as it was before. Please find out from the donor which address is right, and who in the team changed it.',
        path: donorPath(otherId ?? donorId),
      },
      services.mailer,
    );
  });
}
