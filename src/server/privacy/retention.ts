import { type RawBuilder, sql } from 'kysely';
import {
  adminPaths,
  donorPath,
  nominationPath,
  nominationWorkspacePath,
} from '#contract/admin-pages.ts';
import type { DonorId, ErasureId, NominationId } from '#contract/ids.ts';
import type { RetentionPreview } from '#contract/privacy/privacy.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDate } from '#core/platform/dates.ts';
import {
  describePeriod,
  mostRowsCounted,
  type RetentionPeriods,
  type RetentionRule,
  retentionRules,
  retentionWords,
} from '#core/privacy/retention.ts';
import { settleDeadMails } from '#server/platform/alerting/dead-mails.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import { markDone } from '#server/platform/db/mark-done.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { type ErasingServices, keepErasures } from '#server/privacy/commands.ts';
import { beginErasure, erase, lockPeople } from '#server/privacy/erase.ts';
import { hashAddress } from '#server/privacy/hash-address.ts';
import { findObstacles } from '#server/privacy/obstacles.ts';
import { findScope, type PersonKeys } from '#server/privacy/scope.ts';

/* What leaves because of its age. */

type Sql = RawBuilder<unknown>;
type Until = Sql;

/** What one rule finds, as a query of `id`, `text`, and `at`, oldest first. */
const finders: Record<RetentionRule, (until: Until) => Sql> = {
  donorsAfterMonths: (until) => sql`
    select donors.id::text as id, first_name || ' ' || last_name as text, last_donation_at as at from donors
    where joined_into is null and erased_at is null and last_donation_at < ${until}
      -- Under any of their addresses, joined records included.
      and not exists (
        select from donors as records join (
          select lower(email) as email from nominations where erased_at is null
          union all select email from followers
          -- What they gave lately may stand in a file that is not imported yet.
          union all select email from import_addresses join imports on imports.id = import_id
            where state in ('uploaded', 'checking', 'checked')
          union all select lower(donation ->> 'email') from import_lines join imports on imports.id = import_id
            where state in ('checking', 'checked', 'booking') and donation_id is null
        ) as needed on needed.email = lower(records.email)
        where coalesce(records.joined_into, records.id) = donors.id)
      -- Whoever gives time is not gone, even if their last money was long ago.
      and not exists (
        select from volunteer_offers
        where (donor_id = donors.id or lower(volunteer_offers.email) = lower(donors.email))
          and (state = 'agreed' or exists (
            select from volunteer_hours
            where offer_id = volunteer_offers.id and undone_at is null and created_at >= ${until})))`,
  nominationsAfterMonths: (until) => sql`
    select id::text, nominee as text, coalesce(
      (select max(created_at) from nomination_decisions
       where nomination_id = nominations.id and undone_at is null),
      vetting_state_since) as at
    from nominations
    where erased_at is null and not is_accepted
      and (is_rejected or vetting_state = 'dormant')
      and not exists (select from expenses where nomination_id = nominations.id)
      and greatest(vetting_state_since, (select max(created_at) from nomination_decisions
        where nomination_id = nominations.id and undone_at is null)) < ${until}`,
  papersAfterMonths: (until) => sql`
    select files.id::text, 'A file about ' || nominee as text, decided.at from files
    join nominations on nominations.id = files.nomination_id
    join lateral (
      select max(created_at) as at from nomination_decisions
      where nomination_id = nominations.id and undone_at is null) as decided on true
    where kind = 'paper' and (is_accepted or is_rejected) and decided.at < ${until}
      -- What a nominee has signed stays as long as what they allowed.
      and not exists (select from consents where consents.file_id = files.id)`,
  notesAfterMonths: (until) => sql`
    select donor_notes.id::text, 'A note about ' || first_name || ' ' || last_name as text, donor_notes.created_at as at
    from donor_notes join donors on donors.id = donor_id where donor_notes.created_at < ${until}`,
  mailRecordsAfterMonths: (until) => sql`
    select job_id::text as id, subject as text, created_at as at from donor_mails
    where created_at < ${until}`,
  undeliveredMailAfterMonths: (until) => sql`
    select id::text, 'An email that could not be sent' as text, created_at as at from dead_mails
    where created_at < ${until}`,
  formerAddressesAfterMonths: (until) => sql`
    select id::text, first_name || ' ' || last_name as text, created_at as at from donors
    where formerly <> '' and joined_into is null and not exists (
      select from audit_entries where subject_id = donors.id::text
        and action in ('donor.corrected', 'donor.joined') and created_at >= ${until})
    union all
    select 'nomination:' || nominations.id, nominee, corrected.at from nominations
    join (select nomination_id, max(created_at) as at from nomination_corrections group by nomination_id) as corrected
      on corrected.nomination_id = nominations.id and corrected.at < ${until}`,
  trailDetailsAfterMonths: (until) => sql`
    select id::text, action as text, created_at as at from audit_entries
    where created_at < ${until} and (
      without_fields(before, ${trailFields}::text[]) is distinct from before
      or without_fields(after, ${trailFields}::text[]) is distinct from after)`,
};

// As in the function of the database that blacks them out (migration 0038).
const trailFields = ['firstName', 'lastName', 'email', 'browser', 'people', 'filter'];

const pathOf: Partial<Record<RetentionRule, (id: string) => string>> = {
  donorsAfterMonths: (id) => donorPath(id as DonorId),
  formerAddressesAfterMonths: (id) => {
    const [, nominationId] = id.split(':');
    return nominationId
      ? nominationWorkspacePath(nominationId as NominationId)
      : donorPath(id as DonorId);
  },
  nominationsAfterMonths: (id) => nominationPath(id as NominationId),
  undeliveredMailAfterMonths: () => adminPaths.mail,
};

function before(months: number): Until {
  return sql`now() - make_interval(months => ${months})`;
}

const mostExamples = 5;

/** What the next run would remove, as of one moment. */
export function previewRetention(
  db: Db,
  { isOn, ...periods }: RetentionPeriods & { isOn: boolean },
  timeZone: string,
): Promise<RetentionPreview> {
  return inSnapshot(db, async (trx) => {
    const rules: RetentionPreview['rules'] = [];
    for (const name of retentionRules) {
      const months = periods[name];
      const { title } = retentionWords[name];
      if (months === null) {
        rules.push({ name, title, period: 'Kept', rows: null, examples: [] });
        continue;
      }
      const found = finders[name](before(months));
      // Found once for both: what is old may be most of a large table.
      const { rows } = await sql<{ id: string; text: string; at: string; count: number }>`
        select id, text, at, count(*) over () as count from (
          select * from (${found}) as found order by at, id limit ${mostRowsCounted + 1}
        ) as counted order by at, id limit ${mostExamples}`.execute(trx);
      rules.push({
        name,
        title,
        period: describePeriod(months),
        rows: rows[0]?.count ?? 0,
        examples: rows.map(({ id, text, at }) => ({
          text:
            name === 'trailDetailsAfterMonths'
              ? formatDate(at, timeZone)
              : `${text}, ${formatDate(at, timeZone)}`,
          path: pathOf[name]?.(id) ?? null,
        })),
      });
    }
    const last = await trx
      .selectFrom('operationMarks')
      .select('markedAt')
      .where('name', '=', 'retention')
      .executeTakeFirst();
    return { isOn, ranAt: last?.markedAt ?? null, rules };
  });
}

async function count(db: Db, found: Sql): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${found}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

// A run takes a few at a time, and the next day the rest: nobody waits for it, and nothing holds the database for long.
const mostPeople = 500;

/**
 * Removes what is older than the settings say, and records how much of each. Does nothing until an owner has switched it
 * on. People who cannot be erased yet are left for a later run. Never touches an amount.
 */
export async function runRetention(
  db: Db,
  services: ErasingServices,
  most = mostPeople,
): Promise<void> {
  const { retention } = await services.mailer.settings.read(db);
  if (!retention.isOn) return;
  const { donorsAfterMonths, nominationsAfterMonths } = retention;
  const donors =
    donorsAfterMonths === null
      ? none
      : await eraseOld(
          db,
          'donorsAfterMonths',
          donorsAfterMonths,
          (id) => ({ donors: [id] }),
          services,
          most,
        );
  const nominations =
    nominationsAfterMonths === null
      ? none
      : await eraseOld(
          db,
          'nominationsAfterMonths',
          nominationsAfterMonths,
          (id) => ({ nominations: [id] }),
          services,
          most,
        );
  await db.transaction().execute(async (trx) => {
    const erased = { donors: donors.erased, nominations: nominations.erased };
    await removeOld(trx, retention, erased);
    await tellOfFailures(trx, [...donors.failures, ...nominations.failures], services.mailer);
  });
  await keepErasures(db, services.mailer);
}

interface Run {
  erased: number;
  /** Of whom somebody has to look at, because erasing them failed. */
  failures: { path: string; message: string }[];
}

const failedAlert = 'retention:failed';

async function tellOfFailures(
  trx: Trx,
  [first, ...others]: Run['failures'],
  mailer: Mailer,
): Promise<unknown> {
  if (!first) return settleAlert(trx, failedAlert);
  const { path, message } = first;
  await raiseAlert(
    trx,
    {
      key: failedAlert,
      title: 'Somebody whose data is old could not be erased',
      message: `Nothing about ${countOf(others.length + 1, 'person', 'people')} was changed, because of a failure: ${message}. Everything else that is old was removed, and they are tried again every night. Please ask the person who runs the server to report it.`,
      path,
    },
    mailer,
  );
}

const none: Run = { erased: 0, failures: [] };

/** Erases whom a rule finds, each in a transaction of their own: one who cannot be erased stands in nobody's way. */
async function eraseOld(
  db: Db,
  rule: RetentionRule,
  months: number,
  keysOf: (id: string) => PersonKeys,
  { mailer, sealKey }: ErasingServices,
  most: number,
): Promise<Run> {
  const key = await sealKey();
  const { timeZone } = mailer.settings.current();
  const run: Run = { erased: 0, failures: [] };
  for await (const id of oldest(db, finders[rule](before(months)), run, most)) {
    const eraseOne = db.transaction().execute(async (trx) => {
      await beginErasure(trx);
      const scope = await findScope(trx, keysOf(id));
      await lockPeople(trx, scope);
      // They may have donated, or somebody may have decided, in this moment.
      const still = await sql<{ id: string }>`
        select id from (${finders[rule](before(months))}) as found where id = ${id}`.execute(trx);
      if (still.rows.length === 0) return false;
      if ((await findObstacles(trx, scope, timeZone)).length > 0) return false;
      await erase(trx, scope, {
        id: newId<ErasureId>(),
        actor: 'system',
        action: 'privacy.erased',
        reason: 'age',
        hashes: scope.addresses.map((address) => hashAddress(address, key)),
        isConfirmed: false,
      });
      return true;
    });
    try {
      if (await eraseOne) run.erased += 1;
    } catch (error) {
      // The database is away, or somebody was changing the same: the job is tried again.
      if (!(error instanceof Error) || isPassing(error)) throw error;
      const path = pathOf[rule]?.(id) ?? adminPaths.dashboard;
      run.failures.push({ path, message: error.message });
    }
  }
  return run;
}

/** Whom a rule finds, until a run has erased enough. Those who cannot be erased yet do not count: they would block the rest. */
async function* oldest(db: Db, found: Sql, run: Run, most: number): AsyncGenerator<string> {
  const seen: string[] = [];
  while (run.erased < most) {
    const { rows } = await sql<{ id: string }>`
      select id from (${found}) as found where not id = any(${seen}::text[])
      order by at, id limit ${most - run.erased}`.execute(db);
    if (rows.length === 0) return;
    for (const { id } of rows) {
      seen.push(id);
      yield id;
    }
  }
}

/** Removes what belongs to nobody in particular, and records everything that this run removed. */
async function removeOld(
  trx: Trx,
  periods: RetentionPeriods,
  erased: { donors: number; nominations: number },
): Promise<void> {
  await beginErasure(trx);
  const remove = async (rule: RetentionRule, statement: (found: Sql) => Sql): Promise<number> => {
    const months = periods[rule];
    if (months === null) return 0;
    const found = sql`select id from (${finders[rule](before(months))}) as found`;
    const { numAffectedRows } = await statement(found).execute(trx);
    return Number(numAffectedRows ?? 0);
  };
  // Their bytes leave the storage with the next sweep.
  const oldPapers = (found: Sql) => sql`delete from files where id::text in (${found})`;
  if (periods.papersAfterMonths !== null) {
    const found = sql`select id from (${finders.papersAfterMonths(before(periods.papersAfterMonths))}) as found`;
    for (const table of ['answer_files', 'appeal_files']) {
      await sql`delete from ${sql.table(table)} where file_id::text in (${found})`.execute(trx);
    }
    await sql`update checklist_points set file_id = null where file_id::text in (${found})`.execute(
      trx,
    );
  }
  const removed = {
    papers: await remove('papersAfterMonths', oldPapers),
    notes: await remove(
      'notesAfterMonths',
      (found) => sql`delete from donor_notes where id::text in (${found})`,
    ),
    mailRecords: await remove(
      'mailRecordsAfterMonths',
      (found) => sql`delete from donor_mails where job_id::text in (${found})`,
    ),
    undelivered: await remove(
      'undeliveredMailAfterMonths',
      (found) => sql`delete from dead_mails where id::text in (${found})`,
    ),
    formerNames:
      (await remove(
        'formerAddressesAfterMonths',
        (found) => sql`update donors set formerly = '' where id::text in (${found})`,
      )) +
      (await remove(
        'formerAddressesAfterMonths',
        (found) =>
          sql`delete from nomination_corrections where 'nomination:' || nomination_id in (${found})`,
      )),
  };
  await settleDeadMails(trx);
  const months = periods.trailDetailsAfterMonths;
  const trailDetails =
    months === null ? 0 : await count(trx, finders.trailDetailsAfterMonths(before(months)));
  const total = Object.values({ ...erased, ...removed, trailDetails }).reduce(
    (sum, n) => sum + n,
    0,
  );
  await markDone(trx, 'retention', { value: total });
  if (total === 0) return;
  // Before the trail is changed, which it lets nobody do who does not say so.
  await recordAudit(trx, {
    actor: 'system',
    action: 'privacy.retention_ran',
    subjectId: 'retention',
    after: {
      erasedDonors: erased.donors,
      erasedNominations: erased.nominations,
      ...removed,
      trailDetails,
    },
  });
  if (months !== null) await sql`select erase_old_details_of_trail(${before(months)})`.execute(trx);
}
