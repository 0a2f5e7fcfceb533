import type { NominationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import { missingPoints } from '#core/vetting/checklists.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* A nomination is not accepted, and gets no money, before its required points are settled, if the settings say so. */

/**
 * Throws 409 `check_missing`, which names what is missing, if the settings ask for the required points of the checklist
 * and one is not settled. After accepting, nothing can be checked anymore, so `wayOut` says how to. The caller has locked
 * the nomination.
 */
export async function assertChecked(
  trx: Trx,
  id: NominationId,
  { isChecklistRequired }: Settings['vetting'],
  wayOut = '',
): Promise<void> {
  if (!isChecklistRequired) return;
  const checklist = await trx
    .selectFrom('checklists')
    .select('version')
    .where('nominationId', '=', id)
    .executeTakeFirst();
  if (!checklist) {
    throw new AppError(
      'check_missing',
      `Nobody has begun the checklist of this nomination. Say there what the nominee is, and check its required points first.${wayOut}`,
    );
  }
  const points = await trx
    .selectFrom('checklistPoints')
    .select(['text', 'state', 'isRequired'])
    .where('nominationId', '=', id)
    .where('isOnList', '=', true)
    .orderBy('position')
    .execute();
  if (!points.some(({ isRequired }) => isRequired)) {
    throw new AppError(
      'check_missing',
      `The checklist of this nomination has no required point, so nothing shows that anybody looked into it. Ask an owner to add one to the list in the settings, and take over the new list.${wayOut}`,
    );
  }
  const missing = missingPoints(points);
  if (missing.length === 0) return;
  const names = missing.map(({ text }) => `“${text}”`).join(', ');
  throw new AppError('check_missing', `Not checked yet: ${names}.${wayOut}`);
}
