import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { CauseId, SubjectId } from '#contract/ids.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import type { AuditValues } from '#core/audit.ts';
import type { CauseState } from '#core/vetting/cause-states.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { unknownCause } from '#server/vetting/causes/open-cause.ts';
import { getCause, listCauses } from '#server/vetting/causes/queries.ts';

/* How a cause becomes another one: its name, what donors read of it, whether they can choose it, and where it stands. */

/** A cause, as whoever changes it has seen it. */
type SeenCause = { id: CauseId; revision: number };

/** Renames or describes a cause. 409 if somebody else has changed it since, or the name is or was that of another one. */
export async function changeCause(
  db: Db,
  actor: TeamMember,
  { id, revision, name, description }: SeenCause & Pick<Cause, 'name' | 'description'>,
): Promise<Cause> {
  try {
    return await change(db, actor, { id, revision }, 'cause.changed', async (trx) => {
      await refuseFormerName(trx, name, id);
      return { name, causeDescription: description };
    });
  } catch (error) {
    throw violates(error, 'causes_name_unique') ? nameTaken(name) : error;
  }
}

/** Hides a cause from new donations and nominations. 409 if no other one is open. */
export function hideCause(db: Db, actor: TeamMember, seen: SeenCause): Promise<Cause> {
  return change(db, actor, seen, 'cause.hidden', async (trx) => {
    await demandAnotherOpen(trx, seen.id);
    return { causeState: 'hidden', plansToId: null };
  });
}

/** Opens a cause that was hidden or closed. */
export function openCause(db: Db, actor: TeamMember, seen: SeenCause): Promise<Cause> {
  return change(db, actor, seen, 'cause.opened', async () => ({
    causeState: 'open',
    plansToId: null,
  }));
}

/**
 * Closes a cause; a job sends its recurring donations to another one, which has to be open, and so it does with those that
 * were to come here from a cause that was closed before.
 */
export function closeCause(
  db: Db,
  actor: TeamMember,
  { plansToId, ...seen }: SeenCause & { plansToId: CauseId },
): Promise<Cause> {
  return change(db, actor, seen, 'cause.closed', async (trx) => {
    const open = await demandAnotherOpen(trx, seen.id);
    if (!open.includes(plansToId)) throw unknownCause('plansToId');
    await trx.updateTable('causes').set({ plansToId }).where('plansToId', '=', seen.id).execute();
    return { causeState: 'closed', plansToId };
  });
}

/**
 * Puts a cause on a side of its neighbor `past` on the forms, and returns the new order. 409 if something else stands there by
 * now.
 */
export function placeCause(
  db: Db,
  actor: TeamMember,
  { id, side, past }: { id: CauseId; side: 'before' | 'after'; past: CauseId },
): Promise<Cause[]> {
  demandRight(actor, 'causes.write');
  return db.transaction().execute(async (trx) => {
    await lockCauses(trx);
    // In the order in which everybody locks several of them.
    await trx.selectFrom('causes').select('id').orderBy('id').forNoKeyUpdate().execute();
    const ids = (await listCauses(trx)).map((cause) => cause.id);
    const [from, to] = [ids.indexOf(id), ids.indexOf(past)];
    if (from < 0) throw notFound('cause');
    if (to < 0 || to - from !== (side === 'before' ? -1 : 1)) {
      throw new AppError(
        'cause_changed',
        'Somebody else has changed the order of the causes. Please look at it again.',
      );
    }
    [ids[from], ids[to]] = [past, id];
    await sql`update causes set cause_place = row.place
      from unnest(${ids}::uuid[]) with ordinality as row (id, place)
      where causes.id = row.id and cause_place is distinct from row.place`.execute(trx);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'cause.placed',
      subjectId: id,
      before: { place: from + 1 },
      after: { place: to + 1 },
    });
    return listCauses(trx);
  });
}

/** The error of whoever gives a cause the name of another one. */
export function nameTaken(name: string): AppError {
  const message = `There is already a cause called "${name}".`;
  return new AppError('cause_name_taken', message, { name: message });
}

/** Throws 409 for the name that another cause had: receipts and books of then would seem to be about this one. */
export async function refuseFormerName(trx: Trx, name: string, id: CauseId): Promise<void> {
  const former = await trx
    .selectFrom('causes')
    .innerJoin('auditEntries', (join) =>
      join
        .on('auditEntries.subjectId', '=', sql<SubjectId>`causes.id::text`)
        .on('auditEntries.action', '=', 'cause.changed'),
    )
    .select('causes.name')
    .where('causes.id', '<>', id)
    .where(sql<boolean>`lower(before ->> 'name') = lower(${name})`)
    .limit(1)
    .executeTakeFirst();
  if (!former) return;
  const message = `“${former.name}” was called that before, and receipts and books of then still say so. Choose another name.`;
  throw new AppError('cause_name_taken', message, { name: message });
}

type Changes = Partial<
  Pick<Cause, 'name' | 'plansToId'> & { causeDescription: string; causeState: CauseState }
>;

/** Changes a cause that nobody has changed since it was seen, with an entry of the trail, unless nothing differs. */
function change(
  db: Db,
  actor: TeamMember,
  { id, revision }: SeenCause,
  action: AuditAction,
  decide: (trx: Trx) => Promise<Changes>,
): Promise<Cause> {
  demandRight(actor, 'causes.write');
  return db.transaction().execute(async (trx) => {
    await lockCauses(trx);
    const before = await trx
      .selectFrom('causes')
      .select(['name', 'causeDescription', 'causeState', 'plansToId', 'causeRevision'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('cause'));
    if (before.causeRevision !== revision) {
      throw new AppError(
        'cause_changed',
        'Somebody else has changed this cause since you opened it. Please look at it again.',
      );
    }
    const after = { ...before, ...(await decide(trx)) };
    const names = ['name', 'causeDescription', 'causeState', 'plansToId'] as const;
    const changed = names.filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return getCause(trx, id);
    await trx
      .updateTable('causes')
      .set({ ...after, causeRevision: revision + 1 })
      .where('id', '=', id)
      .execute();
    const told = async (cause: typeof before) =>
      Object.assign({}, ...(await Promise.all(changed.map((field) => inWords(trx, cause, field)))));
    await recordAudit(trx, {
      actor: userActor(actor),
      action,
      subjectId: id,
      before: await told(before),
      after: await told(after),
    });
    return getCause(trx, id);
  });
}

/** A field of a cause as the trail has it: another cause by its name at this time. */
async function inWords(
  trx: Trx,
  cause: Required<Changes>,
  field: keyof Changes,
): Promise<AuditValues> {
  if (field !== 'plansToId') return { [field]: cause[field] };
  const to = cause.plansToId;
  return { plansTo: to === null ? null : (await getCause(trx, to)).name };
}

/** Lets one change of the causes happen at a time, so that two people cannot close the last two. */
async function lockCauses(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('causes', 0))`.execute(trx);
}

/** The other open causes. 409 without one: neither form would work. */
async function demandAnotherOpen(trx: Trx, id: CauseId): Promise<CauseId[]> {
  const open = await trx
    .selectFrom('causes')
    .select('id')
    .where('causeState', '=', 'open')
    .where('id', '<>', id)
    .execute();
  if (open.length > 0) return open.map((cause) => cause.id);
  throw new AppError(
    'last_open_cause',
    'This is the last open cause. Without one, nobody could donate or nominate: open or add another one first.',
  );
}
