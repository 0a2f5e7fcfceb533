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
import { approvalKinds } from '#core/people/approvals.ts';
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

/** Finds things by their ids, and says what each is called and where it is shown. */
function finder<Row extends { id: string }>(
  select: (db: Db) => Expression<Row>,
  nameOf: (row: Row) => string,
  pathOf: (row: Row) => string | null,
): SubjectFinder {
  return async (db, ids) => {
    const { rows } = await sql<Row>`select * from (${select(db)}) as things
      where id = any(${ids}::uuid[])`.execute(db);
    return rows.map((row) => ({ id: row.id, name: nameOf(row), path: pathOf(row) }));
  };
}

const named = ({ name }: { name: string }) => name;
const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
/** Where what belongs to a nomination is shown: in its dialog, or in its workspace. */
const inDialog = ({ nominationId }: { nominationId: NominationId }) => nominationPath(nominationId);
const inWorkspace = ({ nominationId }: { nominationId: NominationId }) =>
  nominationWorkspacePath(nominationId);

const findUsers = finder(everyUser, named, ({ id, hasLeft }) => (hasLeft ? null : userPath(id)));
const nominations = (db: Db) =>
  db.selectFrom('nominations').select(['id', 'id as nominationId', 'nominee as name']);
const findNominations = finder(nominations, named, inDialog);
const findInWorkspace = finder(nominations, named, inWorkspace);
const findDonations = finder(
  (db: Db) =>
    db
      .selectFrom('donations')
      .innerJoin('causes', 'causes.id', 'donations.causeId')
      .innerJoin('donors', 'donors.id', 'donations.donorId')
      .select(['donations.id', 'amountCents', 'causes.name'])
      .select(['donors.firstName', 'donors.lastName']),
  (row) => `${formatCents(row.amountCents)} for ${row.name} from ${fullName(row)}`,
  ({ id }) => donationPath(id),
);
const findDonors = finder(
  (db: Db) => db.selectFrom('donors').select(['id', 'firstName', 'lastName']),
  fullName,
  ({ id }) => donorPath(id),
);
const findVolunteers = finder(
  (db: Db) => offersWithPerson(db).select('volunteerOffers.id'),
  fullName,
  ({ id }) => volunteerPath(id),
);
const findDeposits = finder(
  (db: Db) => db.selectFrom('deposits').select(['id', 'title as name']),
  named,
  ({ id }) => depositPath(id),
);
const findImports = finder(
  (db: Db) => db.selectFrom('imports').select(['id', 'fileName as name']),
  named,
  ({ id }) => importPath(id),
);

/** Whom an entry of reading or erasing is about, or what somebody read of several people. */
const findPeople: SubjectFinder = async (db, ids) => [
  ...(await findDonors(db, ids)),
  ...(await findDonations(db, ids)),
  ...(await findVolunteers(db, ids)),
  ...(await findDeposits(db, ids)),
  ...(await findImports(db, ids)),
  ...(await findNominations(db, ids)),
];

/**
 * The current names of things and where they are shown. Looked up when somebody reads the trail, so that the erased
 * name of a donor or nominee disappears here, too.
 */
const subjectFinders: Partial<Record<AuditKind, SubjectFinder>> = {
  contact: findPeople,
  privacy: findPeople,
  cause: finder(
    (db: Db) => db.selectFrom('causes').select(['id', 'name']),
    named,
    () => adminPaths.causes,
  ),
  deposit: findDeposits,
  import: findImports,
  bank_account: finder(
    (db: Db) => db.selectFrom('bankAccounts').select(['id', 'name']),
    named,
    ({ id }) => bankAccountPath(id),
  ),
  bank_line: finder(
    (db: Db) =>
      db
        .selectFrom('bankLines')
        .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
        .select(['bankLines.id', 'bankAccounts.name', 'bookedOn']),
    ({ name, bookedOn }) => `${name}, ${formatDay(bookedOn)}`,
    ({ id }) => bankLinePath(id),
  ),
  month: finder(
    (db: Db) => db.selectFrom('monthLocks').select(['id', 'lastDay']),
    ({ lastDay }) => formatMonth(lastDay.slice(0, 7)),
    () => adminPaths.bankMonths,
  ),
  in_kind: finder(
    (db: Db) => db.selectFrom('inKindDonations').select(['id', 'description as name']),
    named,
    ({ id }) => `${adminPaths.inKind}?manage=${id}`,
  ),
  donation: findDonations,
  plan: finder(
    (db: Db) =>
      db
        .selectFrom('plans')
        .innerJoin('causes', 'causes.id', 'plans.causeId')
        .innerJoin('donors', 'donors.id', 'plans.donorId')
        .select(['plans.id', 'amountCents', 'interval', 'causes.name'])
        .select(['donors.firstName', 'donors.lastName']),
    (row) =>
      `${formatCents(row.amountCents)} every ${intervalWords[row.interval].every} for ${row.name} from ${fullName(row)}`,
    ({ id }) => planPath(id),
  ),
  donor: findDonors,
  volunteer: findVolunteers,
  nomination: findNominations,
  public_page: findInWorkspace,
  consent: findInWorkspace,
  allocation: finder(
    (db: Db) =>
      db
        .selectFrom('allocations')
        .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
        .select(['allocations.id', 'nominationId', 'nominee as name']),
    named,
    inDialog,
  ),
  spending: finder(
    (db: Db) => db.selectFrom('expenses').select(['id', 'payee as name', 'nominationId']),
    named,
    inWorkspace,
  ),
  update: finder(
    (db: Db) => db.selectFrom('updates').select(['id', 'title as name', 'nominationId']),
    named,
    inWorkspace,
  ),
  file: finder(
    (db: Db) =>
      db
        .selectFrom('files')
        .innerJoin('nominations', 'nominations.id', 'files.nominationId')
        .select(['files.id', 'nominationId'])
        .select(
          sql<string>`coalesce(original_name, nullif(caption, ''), initcap(kind) || ' for ' || nominee)`.as(
            'name',
          ),
        ),
    named,
    inWorkspace,
  ),
  approval: finder(
    (db: Db) => db.selectFrom('approvals').select(['id', 'kind', 'facts']),
    // What was asked for, for whom, and how much: reasons stand in the entry.
    ({ kind, facts }) =>
      [approvalKinds[kind].name, ...facts.slice(0, 3).map(({ value }) => value)].join(', '),
    ({ id }) => `${adminPaths.approvals}?manage=${id}`,
  ),
  user: findUsers,
  session: findUsers,
  site: findUsers,
  mail: finder(
    (db: Db) => db.selectFrom('deadMails').select('id'),
    () => 'An email that could not be sent',
    () => adminPaths.mail,
  ),
  alert: finder(
    (db: Db) => db.selectFrom('alerts').select(['id', 'title as name', 'path']),
    named,
    ({ path }) => path,
  ),
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
