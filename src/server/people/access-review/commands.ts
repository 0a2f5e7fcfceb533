import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import type { AccessReview } from '#contract/people/access-review.ts';
import { describeRoles } from '#core/people/rights.ts';
import { getAccessReview, reviewSubject } from '#server/people/access-review/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const dueAlert = 'access-review:due';

/** Records that everybody's roles are right, with the list. 409 if it is not the list that the actor has seen. */
export async function confirmAccessReview(
  db: Db,
  actor: TeamMember,
  fingerprint: string,
  config: Config,
): Promise<AccessReview> {
  demandRight(actor, 'people.write');
  return db.transaction().execute(async (trx) => {
    // Of two presses at once, the second one sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('access review', 0))`.execute(trx);
    const review = await getAccessReview(trx, config);
    if (review.fingerprint !== fingerprint) {
      throw new AppError(
        'review_changed',
        'The list has changed, or somebody has just confirmed it. Please look at it again.',
      );
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'access.reviewed',
      subjectId: reviewSubject,
      after: {
        people: review.people.map(
          ({ firstName, lastName, roles }) => `${firstName} ${lastName} (${describeRoles(roles)})`,
        ),
      },
    });
    await settleAlert(trx, dueAlert, userActor(actor));
    return getAccessReview(trx, config);
  });
}

/** Reminds the owners of a review that is due. */
export async function remindOfAccessReview(db: Db, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { dueAt } = await getAccessReview(trx, mailer.config);
    if (dueAt === null || dueAt > new Date().toISOString()) return settleAlert(trx, dueAlert);
    await raiseAlert(
      trx,
      {
        key: dueAlert,
        title: 'Please check who may do what',
        message:
          'Nobody has confirmed for three months that everybody on the team still needs their roles. An owner can do it in a minute.',
        path: adminPaths.accessReview,
      },
      mailer,
    );
  });
}
