import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { SensitiveChangeId, SettingsVersionId } from '#contract/ids.ts';
import { holdDays, stricterRules } from '#core/people/approvals.ts';
import { formatMoment } from '#core/platform/dates.ts';
import { changeSettled, objectionMade } from '#server/people/objections/emails.ts';
import { nameOf } from '#server/people/objections/tell-of-change.ts';
import { deadLink } from '#server/people/sign-in/account-links.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import {
  addSettingsVersion,
  lockSettings,
} from '#server/platform/site-settings/settings-versions.ts';

/**
 * Objects to a change with the link in the email about it, once: everything that takes two people is held. Weaker rules go
 * back, and other bank details are no longer offered. 400 if the link is too old or the objection was made.
 */
export async function objectToChange(db: Db, token: string, mailer: Mailer): Promise<void> {
  const { settings } = mailer;
  await db.transaction().execute(async (trx) => {
    const notice = await lockNotice(trx, token);
    if (notice?.objectedAt && notice.endedAt === null) throw alreadyObjected();
    if (!notice?.isYoung || notice.objectedAt !== null) throw deadAnswerLink();
    const { endsAt } = await trx
      .updateTable('changeNotices')
      .set({ objectedAt: sql<string>`now()` })
      .where('tokenHash', '=', hashToken(token))
      .returning(sql<string>`objected_at + make_interval(days => ${holdDays})`.as('endsAt'))
      .executeTakeFirstOrThrow();
    const until = formatMoment(endsAt, settings.current().timeZone);
    await audit(trx, { id: notice.userId }, 'change.objected', notice);
    if (notice.settingsVersionId) {
      await putBack(trx, notice.settingsVersionId, { id: notice.userId }, settings);
    }
    const objection = { sentence: notice.sentence, objector: notice, until };
    for (const told of await toldOf(trx, notice.changeId)) {
      await mailer.enqueue(trx, objectionMade(mailer.config, told, objection, token));
    }
  });
  await settings.refresh();
}

/**
 * Agrees to a change with the same link: takes an objection back, and ends the wait after one's own loss of a right to
 * approve. 400 if there is nothing to end.
 */
export async function agreeToChange(db: Db, token: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const notice = await lockNotice(trx, token);
    if (!notice) throw deadAnswerLink();
    const isObjecting = notice.objectedAt !== null && notice.endedAt === null;
    if (isObjecting) {
      await trx
        .updateTable('changeNotices')
        .set({ endedAt: sql<string>`now()` })
        .where('tokenHash', '=', hashToken(token))
        .execute();
    }
    const { numUpdatedRows } = await trx
      .updateTable('sensitiveChanges')
      .set({ agreedAt: sql<string>`now()` })
      .where('id', '=', notice.changeId)
      .where('userId', '=', notice.userId)
      .where(sql<boolean>`lost_rights <> '{}'`)
      .where('agreedAt', 'is', null)
      .executeTakeFirst();
    if (!isObjecting && numUpdatedRows === 0n) throw deadAnswerLink();
    await audit(trx, { id: notice.userId }, 'change.agreed', notice);
    const how = isObjecting
      ? `${notice.name} took the objection back`
      : `${notice.name} agreed to a change`;
    await tellOfEnd(trx, notice, how, mailer);
  });
}

/** Lifts the objections to a change. 404 if there is none, 409 for whoever made the change. */
export async function liftHold(
  db: Db,
  actor: TeamMember,
  changeId: SensitiveChangeId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'people.write');
  await db.transaction().execute(async (trx) => {
    const change = await trx
      .selectFrom('sensitiveChanges')
      .select(['id as changeId', 'sentence'])
      .select(
        sql<boolean>`exists (select from change_notices
          where change_id = sensitive_changes.id and made_it and user_id = ${actor.id})`.as(
          'isOwn',
        ),
      )
      .where('id', '=', changeId)
      .executeTakeFirstOrThrow(() => notFound('objection'));
    if (change.isOwn) {
      throw new AppError(
        'own_request',
        'You made this change yourself, so another owner has to lift the objection to it.',
      );
    }
    const { numUpdatedRows } = await trx
      .updateTable('changeNotices')
      .set({ endedAt: sql<string>`now()` })
      .where('changeId', '=', changeId)
      .where('objectedAt', 'is not', null)
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('objection');
    await audit(trx, actor, 'change.lifted', change);
    await tellOfEnd(trx, change, `${nameOf(actor)} lifted the objection to a change`, mailer);
  });
}

/**
 * Makes rules as strict as they were. Bank details that the change brought are not offered to donors until the team decides:
 * an objection could be a fraud's against their removal, so those of before do not come back by themselves.
 */
async function putBack(
  trx: Trx,
  id: SettingsVersionId,
  objector: Pick<TeamMember, 'id'>,
  settings: SettingsStore,
): Promise<void> {
  await lockSettings(trx);
  const versions = await trx
    .selectFrom('settingsVersions')
    .select(['before', 'after'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = settings.complete(versions.before);
  const after = settings.complete(versions.after);
  const { version, ...now } = await settings.read(trx);
  const broughtDetails = !isDeepStrictEqual(before.bankTransfers, after.bankTransfers);
  const areStillThese = isDeepStrictEqual(now.bankTransfers, after.bankTransfers);
  const changed = {
    ...now,
    ...stricterRules(now, before),
    ...(broughtDetails &&
      areStillThese && { bankTransfers: { ...now.bankTransfers, isOffered: false } }),
  };
  const back = { version, changed, action: 'settings.changed', restoredVersion: null } as const;
  await addSettingsVersion(trx, userActor(objector), back, settings);
}

function lockNotice(trx: Trx, token: string) {
  return trx
    .selectFrom('changeNotices')
    .innerJoin('sensitiveChanges', 'sensitiveChanges.id', 'changeId')
    .select(['changeId', 'changeNotices.userId', 'name', 'email', 'objectedAt', 'endedAt'])
    .select(['sentence', 'settingsVersionId'])
    .select(sql<boolean>`created_at > now() - make_interval(days => ${holdDays})`.as('isYoung'))
    .where('tokenHash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst();
}

function toldOf(trx: Trx, id: SensitiveChangeId) {
  return trx
    .selectFrom('changeNotices')
    .leftJoin('users', 'users.id', 'userId')
    .select('changeNotices.email')
    .select(sql<string>`coalesce(first_name, change_notices.name)`.as('name'))
    .where('changeId', '=', id)
    .execute();
}

async function tellOfEnd(
  trx: Trx,
  { changeId, sentence }: { changeId: SensitiveChangeId; sentence: string },
  how: string,
  mailer: Mailer,
): Promise<void> {
  for (const told of await toldOf(trx, changeId)) {
    await mailer.enqueue(trx, changeSettled(mailer.config, told, sentence, how));
  }
}

function audit(
  trx: Trx,
  actor: Pick<TeamMember, 'id'>,
  action: AuditAction,
  { changeId, sentence }: { changeId: SensitiveChangeId; sentence: string },
): Promise<void> {
  return recordAudit(trx, {
    actor: userActor(actor),
    action,
    subjectId: changeId,
    reason: `${sentence}.`,
  });
}

function alreadyObjected(): AppError {
  return new AppError('invalid_token', 'Your objection was received. There is nothing else to do.');
}

function deadAnswerLink(): AppError {
  return deadLink('If something is wrong, talk to the owners of this site.');
}
