import { sql } from 'kysely';
import type { HowWeWork } from '#contract/documents.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { SettingsVersionId } from '#contract/ids.ts';
import type * as contract from '#contract/operations/settings.ts';
import type { Settings, SettingsVersion } from '#contract/operations/settings.ts';
import { describeChanges } from '#core/audit.ts';
import { partsOf, pickParts } from '#core/operations/setting-list.ts';
import { type ApprovalKind, approvalKinds } from '#core/people/approvals.ts';
import { findAgreementDay } from '#server/banking/months/queries.ts';
import { actorName } from '#server/operations/audit-trail/queries.ts';
import { findWait } from '#server/people/approvals/holds.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import {
  changesAnyOf,
  settingsDifference,
} from '#server/platform/site-settings/settings-versions.ts';

/** The settings of an older version. 404 for an unknown one. */
export async function findVersion(
  db: Db,
  settings: SettingsStore,
  id: SettingsVersionId,
): Promise<Settings & { version: number }> {
  const { version, after } = await db
    .selectFrom('settingsVersions')
    .select(['version', 'after'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('version of the settings'));
  return { ...settings.complete(after), version };
}

/** Every version of the settings, or of those of one page, newest first. */
export async function listSettingsVersions(
  db: Db,
  settings: SettingsStore,
  { group, ...page }: QueryOf<typeof contract.listSettingsVersions>,
): Promise<Page<SettingsVersion>> {
  const parts = group && partsOf(group);
  const versions = db
    .selectFrom('settingsVersions')
    .select([
      'settingsVersions.id',
      'version',
      'settingsVersions.createdAt',
      'actor',
      actorNameBy('actor').as('name'),
      'restoredVersion',
      'before',
      'after',
    ])
    .$if(parts !== undefined, (query) => query.where(changesAnyOf(parts ?? [])));
  const { items, nextCursor } = await pageOf(versions, page, {
    key: sql.ref('version'),
    type: 'bigint',
    direction: 'desc',
    id: 'settingsVersions.id',
    keyOf: ({ version }) => version,
  });
  const reading = { timeZone: settings.current().timeZone, names: new Map<string, string>() };
  return {
    nextCursor,
    items: items.map(({ id, version, createdAt, restoredVersion, before, after, ...who }) => {
      const shown = settings.complete(after);
      const old = settings.complete(before);
      // Of the others, what else was saved with them is on other pages.
      const seen = parts ? { ...old, ...pickParts(shown, parts) } : shown;
      const difference = settingsDifference(old, seen);
      return {
        id,
        version,
        createdAt,
        actor: actorName(who),
        restoredVersion,
        changes: describeChanges(difference?.before ?? null, difference?.after ?? null, reading),
        settings: shown,
      };
    }),
  };
}

/** How the charity works, for the public. */
export async function describeWork(
  db: Db,
  { fourEyes, vetting, boundDays, isSecondFactorRequired, nominees, howWeWork, timeZone }: Settings,
): Promise<HowWeWork> {
  const kinds = Object.keys(approvalKinds) as ApprovalKind[];
  const withoutApprover: ApprovalKind[] = [];
  for (const kind of kinds) {
    const { right } = approvalKinds[kind];
    const people = await approversOf(db, right);
    if (people.length < 2 && !(await findWait(db, right, null))) withoutApprover.push(kind);
  }
  const paragraphs = howWeWork.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  const deciders = await approversOf(db, 'nominations.decide');
  return {
    fourEyes,
    vetting,
    boundDays,
    isSecondFactorRequired,
    isConsentRequired: nominees.isConsentRequired,
    isDecidedByOne: deciders.length < 2,
    paragraphs,
    withoutApprover,
    agreement: await findAgreementDay(db, timeZone),
  };
}
