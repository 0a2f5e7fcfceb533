import { sql } from 'kysely';
import type { NominationId, SubjectId } from '#contract/ids.ts';
import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { adminPaths, donationPath, nominationPath, userPath } from '#contract/pages.ts';
import { describeAction, describeChanges } from '#core/audit.ts';
import { formatCents } from '#core/money.ts';
import { after, isUuid, type Page, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subjectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The audit trail in words, newest first. */
export async function listAudit(
  db: Db,
  { limit, cursor, actor, action, subjectId, from, to }: ListInput,
): Promise<Page<AuditEntry>> {
  let query = db
    .selectFrom('auditEntries')
    .leftJoin('users', (join) => join.on('actor', '=', sql`'user:' || users.id`))
    .select([
      'auditEntries.id',
      'auditEntries.createdAt',
      'actor',
      'action',
      'subjectId',
      'before',
      'after',
      'reason',
      'firstName',
      'lastName',
    ])
    .orderBy('auditEntries.createdAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('auditEntries', cursor));
  if (actor) query = query.where('actor', '=', actor);
  if (action) query = query.where(sql<boolean>`starts_with(action, ${action})`);
  if (subjectId) query = query.where('subjectId', 'in', await withMoney(db, subjectId));
  if (from !== undefined) query = query.where('auditEntries.createdAt', '>=', from);
  if (to !== undefined) query = query.where('auditEntries.createdAt', '<', to);

  const { items, nextCursor } = toPage(await query.execute(), limit);
  const subjects = await findSubjects(db, items);
  return {
    nextCursor,
    items: items.map((entry) => ({
      id: entry.id,
      createdAt: entry.createdAt,
      actor: actorName(entry),
      action: entry.action,
      what: describeAction(entry.action),
      subject: {
        id: entry.subjectId,
        ...(subjects.get(entry.subjectId) ?? { name: null, path: null }),
      },
      changes: describeChanges(entry.before, entry.after),
      reason: entry.reason,
    })),
  };
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

const actorNames: Record<string, string> = {
  system: 'The system',
  visitor: 'A visitor',
  'provider:stripe': 'Stripe',
  'provider:test': 'Test payments',
};

function actorName({ actor, firstName, lastName }: ActorColumns): string {
  if (firstName !== null) return `${firstName} ${lastName}`;
  return actorNames[actor] ?? (actor.startsWith('user:') ? 'A removed administrator' : actor);
}

interface ActorColumns {
  actor: string;
  firstName: string | null;
  lastName: string | null;
}

interface Subject {
  name: string;
  path: string;
}

/** What belongs to a nomination is shown with it. */
function onNomination(row: { id: string; name: string; nominationId: NominationId }) {
  return { id: row.id, name: row.name, path: nominationPath(row.nominationId) };
}

type SubjectFinder = (db: Db, ids: SubjectId[]) => Promise<(Subject & { id: string })[]>;

const findUsers: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
    path: userPath(id),
  }));
};

const findNominations: SubjectFinder = async (db, ids) => {
  const rows = await db
    .selectFrom('nominations')
    .select(['id', 'nominee as name'])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, path: nominationPath(row.id) }));
};

/**
 * The current names of things and where they are shown, by the first word of the action. Looked up when somebody
 * reads the trail, so that the erased name of a donor or nominee disappears here, too.
 */
const subjectFinders: Record<string, SubjectFinder> = {
  cause: async (db, ids) => {
    const rows = await db
      .selectFrom('causes')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: adminPaths.causes }));
  },
  donation: async (db, ids) => {
    const rows = await db
      .selectFrom('donations')
      .innerJoin('causes', 'causes.id', 'donations.causeId')
      .select(['donations.id', 'amountCents', 'name'])
      .where('donations.id', 'in', ids)
      .execute();
    return rows.map(({ id, amountCents, name }) => ({
      id,
      name: `${formatCents(amountCents)} for ${name}`,
      path: donationPath(id),
    }));
  },
  nomination: findNominations,
  public_page: findNominations,
  allocation: async (db, ids) => {
    const rows = await db
      .selectFrom('allocations')
      .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
      .select(['allocations.id', 'nominationId', 'nominee as name'])
      .where('allocations.id', 'in', ids)
      .execute();
    return rows.map(onNomination);
  },
  spending: async (db, ids) => {
    const rows = await db
      .selectFrom('expenses')
      .select(['id', 'payee as name', 'nominationId'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(onNomination);
  },
  update: async (db, ids) => {
    const rows = await db
      .selectFrom('updates')
      .select(['id', 'title as name', 'nominationId'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(onNomination);
  },
  user: findUsers,
  session: findUsers,
  site: findUsers,
  alert: (db, ids) =>
    db
      .selectFrom('alerts')
      .select(['id', 'title as name', 'path'])
      .where('id', 'in', ids)
      .execute(),
};

async function findSubjects(
  db: Db,
  entries: { action: string; subjectId: string }[],
): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>();
  for (const [kind, find] of Object.entries(subjectFinders)) {
    const ids = entries
      .filter(({ action }) => action.startsWith(`${kind}.`))
      .map(({ subjectId }) => subjectId)
      .filter(isUuid);
    if (ids.length === 0) continue;
    for (const { id, ...subject } of await find(db, [...new Set(ids)])) found.set(id, subject);
  }
  return found;
}
