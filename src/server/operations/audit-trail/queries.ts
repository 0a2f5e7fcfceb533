import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import {
  adminPaths,
  auditTrailPath,
  bankAccountPath,
  bankLinePath,
  depositPath,
  donationPath,
  donorPath,
  importPath,
  nominationPath,
  nominationWorkspacePath,
  planPath,
  userPath,
  volunteerPath,
} from '#contract/admin-pages.ts';
import { actionTexts } from '#contract/audit-actions.ts';
import { namedSubject } from '#contract/audit-subjects.ts';
import type { FilterOf } from '#contract/endpoint.ts';
import { exportLists } from '#contract/exports/export-lists.ts';
import type { NominationId, SubjectId, UserId } from '#contract/ids.ts';
import type * as contract from '#contract/operations/audit-trail.ts';
import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import {
  type AuditKind,
  auditKind,
  auditKinds,
  auditReferences,
  describeAction,
  describeActor,
  describeChanges,
} from '#core/audit.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatMonth } from '#core/platform/months.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { isUuid, newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { actorNameBy, userNameBy } from '#server/platform/db/user-names.ts';
import { offersWithPerson } from '#server/volunteers/queries.ts';

type Filter = FilterOf<typeof contract.listAudit>;

/** The audit trail in words, newest first. */
export async function listAudit(
  db: Db,
  timeZone: string,
  { limit, cursor, ...filter }: Filter & PageInput,
): Promise<Page<AuditEntry>> {
  const query = db
    .selectFrom('auditEntries')
    .select([
      'auditEntries.id',
      'auditEntries.createdAt',
      'actor',
      'action',
      'subjectId',
      'before',
      'after',
      'reason',
      actorNameBy('actor').as('name'),
    ])
    .where(await entriesShown(db, filter));

  const { items, nextCursor } = await pageOf(query, { limit, cursor }, newest('auditEntries'));
  const subjects = await findSubjects(db, items);
  const names = new Map(Object.entries(exportLists).map(([list, [title]]) => [list, title]));
  for (const [id, { name }] of subjects) names.set(id, name);
  return {
    nextCursor,
    items: items.map((entry) => ({
      id: entry.id,
      createdAt: entry.createdAt,
      actor: actorName(entry),
      action: entry.action,
      what: describeAction(entry.action, actionTexts),
      subject: subjectOf(entry, subjects),
      changes: describeChanges(entry.before, entry.after, { timeZone, names }),
      reason: entry.reason,
    })),
  };
}

/** How many entries a filter of the trail shows. */
export async function countAudit(db: Db, filter: Filter): Promise<number> {
  return howMany(db.selectFrom('auditEntries').where(await entriesShown(db, filter)));
}

/** Which entries a filter shows, as a condition. */
async function entriesShown(db: Db, { actor, action, subjectId, from, to }: Filter) {
  const row = expressionBuilder<Schema, 'auditEntries'>();
  const conditions: Expression<SqlBool>[] = [];
  if (actor) conditions.push(row('actor', '=', actor));
  if (action?.endsWith('.')) conditions.push(sql<boolean>`starts_with(action, ${action})`);
  else if (action) conditions.push(row('action', '=', action));
  if (subjectId) conditions.push(row('subjectId', 'in', await withMoney(db, subjectId)));
  if (from !== undefined) conditions.push(row('auditEntries.createdAt', '>=', from));
  if (to !== undefined) conditions.push(row('auditEntries.createdAt', '<', to));
  return row.and(conditions);
}

/** The trail of a donation or nomination includes the money that moved from or to it. */
async function withMoney(db: Db, id: string): Promise<string[]> {
  if (!isUuid(id)) return [id];
  const moved = await db
    .selectFrom('allocations')
    .select((row) => row.ref('id').$castTo<string>().as('id'))
    .where((row) => row.or([row('donationId', '=', id), row('nominationId', '=', id)]))
    .unionAll(
      db
        .selectFrom('expenses')
        .select((row) => row.ref('id').$castTo<string>().as('id'))
        .where('nominationId', '=', id),
    )
    .execute();
  return [id, ...moved.map((each) => each.id)];
}

/** The name of whoever did something, with an account or without. */
export function actorName({ actor, name }: { actor: string; name: string | null }): string {
  return name ?? describeActor(actor);
}

type Subject = AuditEntry['subject'];
type SubjectFinder = (db: Db, ids: SubjectId[]) => Promise<Subject[]>;

const findUsers: SubjectFinder = async (db, ids) => {
  const rows = await everyUser(db).where('id', 'in', ids).execute();
  return rows.map(({ id, name, hasLeft }) => ({ id, name, path: hasLeft ? null : userPath(id) }));
};

/** Everybody who is on the team, or was. */
function everyUser(db: Db) {
  const on = db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', sql<boolean>`false`.as('hasLeft')]);
  const left = db
    .selectFrom('formerUsers')
    .select(['id', 'firstName', 'lastName', sql<boolean>`true`.as('hasLeft')]);
  return db
    .selectFrom(on.unionAll(left).as('everyUser'))
    .select(['id', 'hasLeft', userNameBy('id').as('name')]);
}

/** Finds what is shown in the dialog of a nomination, or in its workspace. */
const byNomination =
  (
    select: (
      db: Db,
      ids: SubjectId[],
    ) => Promise<{ id: string; name: string; nominationId: NominationId }[]>,
    pathOf: (id: NominationId) => string,
  ): SubjectFinder =>
  async (db, ids) =>
    (await select(db, ids)).map(({ id, name, nominationId }) => ({
      id,
      name,
      path: pathOf(nominationId),
    }));

const selectNominations = (db: Db, ids: SubjectId[]) =>
  db
    .selectFrom('nominations')
    .select(['id', 'id as nominationId', 'nominee as name'])
    .where('id', 'in', ids)
    .execute();

const findDonations: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select(['donations.id', 'amountCents', 'causes.name', 'donors.firstName', 'donors.lastName'])
    .where('donations.id', 'in', ids)
    .execute();
  return rows.map(({ id, amountCents, name, firstName, lastName }) => ({
    id,
    name: `${formatCents(amountCents)} for ${name} from ${firstName} ${lastName}`,
    path: donationPath(id),
  }));
};

const findPlans: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('plans')
    .innerJoin('causes', 'causes.id', 'plans.causeId')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .select(['plans.id', 'amountCents', 'interval', 'causes.name'])
    .select(['donors.firstName', 'donors.lastName'])
    .where('plans.id', 'in', ids)
    .execute();
  return rows.map(({ id, amountCents, interval, name, firstName, lastName }) => ({
    id,
    name: `${formatCents(amountCents)} every ${intervalWords[interval].every} for ${name} from ${firstName} ${lastName}`,
    path: planPath(id),
  }));
};

const findDonors: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('donors')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
    path: donorPath(id),
  }));
};

const findVolunteers: SubjectFinder = async (db, ids) => {
  const rows = await offersWithPerson(db)
    .select('volunteerOffers.id')
    .where('volunteerOffers.id', 'in', ids)
    .execute();
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
    path: volunteerPath(id),
  }));
};

const findDeposits: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('deposits')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title }) => ({ id, name: title, path: depositPath(id) }));
};

const findImports: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'fileName'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, fileName }) => ({ id, name: fileName, path: importPath(id) }));
};

/** Whom an entry of reading or erasing is about, or what somebody read of several people. */
const findPeople: SubjectFinder = async (db, ids) => [
  ...(await findDonors(db, ids)),
  ...(await findDonations(db, ids)),
  ...(await findVolunteers(db, ids)),
  ...(await findDeposits(db, ids)),
  ...(await findImports(db, ids)),
  ...(await byNomination(selectNominations, nominationPath)(db, ids)),
];

/**
 * The current names of things and where they are shown. Looked up when somebody reads the trail, so that the erased
 * name of a donor or nominee disappears here, too.
 */
const subjectFinders: Partial<Record<AuditKind, SubjectFinder>> = {
  contact: findPeople,
  privacy: findPeople,
  cause: async (db, ids) => {
    const rows = await db
      .selectFrom('causes')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: adminPaths.causes }));
  },
  deposit: findDeposits,
  import: findImports,
  bank_account: async (db, ids) => {
    const rows = await db
      .selectFrom('bankAccounts')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, name }) => ({ id, name, path: bankAccountPath(id) }));
  },
  bank_line: async (db, ids) => {
    const rows = await db
      .selectFrom('bankLines')
      .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
      .select(['bankLines.id', 'bankAccounts.name', 'bookedOn'])
      .where('bankLines.id', 'in', ids)
      .execute();
    return rows.map(({ id, name, bookedOn }) => ({
      id,
      name: `${name}, ${formatDay(bookedOn)}`,
      path: bankLinePath(id),
    }));
  },
  month: async (db, ids) => {
    const rows = await db
      .selectFrom('monthLocks')
      .select(['id', 'lastDay'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, lastDay }) => ({
      id,
      name: formatMonth(lastDay.slice(0, 7)),
      path: adminPaths.bankMonths,
    }));
  },
  in_kind: async (db, ids) => {
    const rows = await db
      .selectFrom('inKindDonations')
      .select(['id', 'description as name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, name }) => ({ id, name, path: `${adminPaths.inKind}?manage=${id}` }));
  },
  donation: findDonations,
  plan: findPlans,
  donor: findDonors,
  volunteer: findVolunteers,
  nomination: byNomination(selectNominations, nominationPath),
  public_page: byNomination(selectNominations, nominationWorkspacePath),
  consent: byNomination(selectNominations, nominationWorkspacePath),
  allocation: byNomination(
    (db, ids) =>
      db
        .selectFrom('allocations')
        .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
        .select(['allocations.id', 'nominationId', 'nominee as name'])
        .where('allocations.id', 'in', ids)
        .execute(),
    nominationPath,
  ),
  spending: byNomination(
    (db, ids) =>
      db
        .selectFrom('expenses')
        .select(['id', 'payee as name', 'nominationId'])
        .where('id', 'in', ids)
        .execute(),
    nominationWorkspacePath,
  ),
  update: byNomination(
    (db, ids) =>
      db
        .selectFrom('updates')
        .select(['id', 'title as name', 'nominationId'])
        .where('id', 'in', ids)
        .execute(),
    nominationWorkspacePath,
  ),
  file: byNomination(
    (db, ids) =>
      db
        .selectFrom('files')
        .innerJoin('nominations', 'nominations.id', 'files.nominationId')
        .select(['files.id', 'nominationId'])
        .select(
          sql<string>`coalesce(original_name, nullif(caption, ''), initcap(kind) || ' for ' || nominee)`.as(
            'name',
          ),
        )
        .where('files.id', 'in', ids)
        .execute(),
    nominationWorkspacePath,
  ),
  user: findUsers,
  session: findUsers,
  site: findUsers,
  mail: async (db, ids) => {
    const rows = await db.selectFrom('deadMails').select('id').where('id', 'in', ids).execute();
    return rows.map(({ id }) => ({
      id,
      name: 'An email that could not be sent',
      path: adminPaths.mail,
    }));
  },
  alert: (db, ids) =>
    db
      .selectFrom('alerts')
      .select(['id', 'title as name', 'path'])
      .where('id', 'in', ids)
      .execute(),
};

/** What an entry is about. What is there no longer links to what happened to it. */
function subjectOf(
  { action, subjectId: id }: { action: string; subjectId: string },
  found: Map<string, Subject>,
): Subject {
  const subject = found.get(id) ?? namedSubject(id);
  if (subject) return { ...subject, id };
  const kind = auditKind(action);
  return {
    id,
    name: kind === null ? 'Something else' : auditKinds[kind].deleted,
    path: auditTrailPath(id),
  };
}

/** What entries are about and refer to, by id. */
async function findSubjects(
  db: Db,
  entries: {
    action: string;
    subjectId: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }[],
): Promise<Map<string, Subject>> {
  const wanted = entries.flatMap(({ action, subjectId, before, after }) => [
    { kind: auditKind(action), id: subjectId },
    ...auditReferences(before, after),
  ]);
  const found = new Map<string, Subject>();
  for (const [kind, find] of Object.entries(subjectFinders)) {
    const ids = wanted
      .filter((each) => each.kind === kind)
      .map(({ id }) => id)
      .filter(isUuid);
    if (ids.length === 0) continue;
    for (const subject of await find(db, [...new Set(ids)])) found.set(subject.id, subject);
  }
  return found;
}

/** Everybody of the team, and after them those who left it, by last name. */
export function listAuditActors(db: Db): Promise<{ id: UserId; name: string }[]> {
  return everyUser(db)
    .clearSelect()
    .select(['id', userNameBy('id').as('name')])
    .orderBy('hasLeft')
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .execute();
}
