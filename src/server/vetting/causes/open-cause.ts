import type { CauseId } from '#contract/ids.ts';
import { whyNotChosen } from '#core/vetting/cause-states.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * The name of a cause that is chosen for something new, which is not deleted before the transaction ends. 400 if it is
 * unknown, and 409 `cause_not_open` if it is hidden or closed, both beside the field `name`.
 */
export async function openCauseName(db: Db, id: CauseId, name = 'causeId'): Promise<string> {
  const cause = await db
    .selectFrom('causes')
    .select(['name', 'causeState as state'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!cause) throw unknownCause(name);
  const why = whyNotChosen(cause);
  if (why !== null) throw new AppError('cause_not_open', why, { [name]: why });
  return cause.name;
}

/** The error of whoever names a cause that is gone, beside a field. */
export function unknownCause(field = 'causeId'): AppError {
  const message = 'Choose a cause from the list';
  return new AppError('invalid_input', `${message}.`, { [field]: message });
}
