import { sql } from 'kysely';
import type { Hold } from '#contract/people/objections.ts';
import { holdDays } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';
import { formatDate, formatMoment } from '#core/platform/dates.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* What holds approvals up: somebody who lost a right to approve, or an objection (decision 0056). */

/** What holds approvals up, newest first: objections, and waits after somebody lost a right to approve. */
export async function listHolds(db: Db, reader: TeamMember, timeZone: string): Promise<Hold[]> {
  const objections = await openObjections(db)
    .select(
      sql<boolean>`not exists (select from change_notices
        where change_id = sensitive_changes.id and made_it and user_id = ${reader.id})`.as(
        'isOfOthers',
      ),
    )
    .execute();
  const waits = await openWaits(db).execute();
  return [
    ...objections.map(({ isOfOthers, ...objection }) => ({
      id: objection.id,
      text: describeObjection(objection, timeZone),
      endsAt: objection.endsAt,
      mayLift: isOfOthers && may(reader, 'people.write'),
    })),
    ...waits.map((wait) => ({
      id: wait.id,
      text: describeWait(wait, timeZone),
      endsAt: wait.endsAt,
      mayLift: false,
    })),
  ];
}

/** Throws 409 while an objection holds everything that takes two people. */
export async function assertNothingHeld(db: Db, timeZone: string): Promise<void> {
  const objection = await openObjections(db).executeTakeFirst();
  if (objection) throw new AppError('approvals_held', describeObjection(objection, timeZone));
}

/** Whether an objection holds everything that takes two people. */
export async function isHeld(db: Db): Promise<boolean> {
  return (await openObjections(db).executeTakeFirst()) !== undefined;
}

/** The latest wait after somebody else than the actor lost a right to approve; what takes two people takes them until its end. */
export function findWait(db: Db, right: Right, actor: Pick<TeamMember, 'id'> | null) {
  let waits = openWaits(db).where(sql<boolean>`${right} = any (lost_rights)`);
  if (actor) waits = waits.where('sensitiveChanges.userId', '<>', actor.id);
  return waits.executeTakeFirst();
}

/** The rights that somebody lost lately: giving them back takes nobody. */
export async function rightsLostBy(db: Db, id: TeamMember['id']): Promise<Right[]> {
  const waits = await openWaits(db).where('sensitiveChanges.userId', '=', id).execute();
  return waits.flatMap(({ lostRights }) => lostRights);
}

/** The refusal of what nobody can approve. */
export async function approverMissing(
  db: Db,
  right: Right,
  actor: TeamMember,
  timeZone: string,
): Promise<AppError> {
  const wait = await findWait(db, right, actor);
  return new AppError(
    'approver_missing',
    wait
      ? `Nothing was done. ${describeWait(wait, timeZone)}`
      : 'Nobody else can approve this anymore, so nothing was done. Please try again.',
  );
}

const inDays = (moment: string) =>
  sql<string>`${sql.ref(moment)} + make_interval(days => ${holdDays})`;

function openObjections(db: Db) {
  const endsAt = inDays('change_notices.objected_at');
  return db
    .selectFrom('changeNotices')
    .innerJoin('sensitiveChanges', 'sensitiveChanges.id', 'changeId')
    .select(['sensitiveChanges.id', 'sentence', 'name'])
    .select(sql<string>`objected_at`.as('objectedAt'))
    .select(endsAt.as('endsAt'))
    .where('endedAt', 'is', null)
    .where(endsAt, '>', sql<string>`now()`)
    .orderBy('objectedAt', 'desc');
}

function openWaits(db: Db) {
  const endsAt = inDays('sensitive_changes.created_at');
  return db
    .selectFrom('sensitiveChanges')
    .innerJoin('changeNotices', (join) =>
      join
        .onRef('changeId', '=', 'sensitiveChanges.id')
        .onRef('changeNotices.userId', '=', 'sensitiveChanges.userId'),
    )
    .select(['sensitiveChanges.id', 'sentence', 'name', 'lostRights'])
    .select(endsAt.as('endsAt'))
    .where(sql<boolean>`lost_rights <> '{}'`)
    .where('agreedAt', 'is', null)
    .where(endsAt, '>', sql<string>`now()`)
    .orderBy('sensitiveChanges.createdAt', 'desc');
}

function describeObjection(
  {
    name,
    sentence,
    objectedAt,
    endsAt,
  }: { name: string; sentence: string; objectedAt: string; endsAt: string },
  timeZone: string,
): string {
  return `${name} objected on ${formatDate(objectedAt, timeZone)}: “${sentence}.” Until ${formatMoment(endsAt, timeZone)}, nothing that takes two people is done, unless ${name} takes the objection back or an owner who did not make the change, if there is one, lifts it.`;
}

function describeWait(
  { name, sentence, endsAt }: { name: string; sentence: string; endsAt: string },
  timeZone: string,
): string {
  return `${sentence}. Until ${formatMoment(endsAt, timeZone)}, what ${name} could have approved is not done by one person alone, unless ${name} agrees with the link in our email.`;
}
