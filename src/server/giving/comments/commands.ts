import { sql } from 'kysely';
import type { Comment } from '#contract/giving/comments.ts';
import type { DonationId } from '#contract/ids.ts';
import { type CommentFields, commentProblems } from '#core/giving/comments.ts';
import { commentRows } from '#server/giving/comments/queries.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** The public comment that a form has; null if it has none. 400 for one that cannot be. */
export function readComment(fields: CommentFields, isAnonymous: boolean): string | null {
  const problems = commentProblems(fields, isAnonymous);
  if (Object.keys(problems).length > 0) {
    throw new AppError('invalid_input', 'Please check the public comment.', problems);
  }
  return fields.publicComment === '' ? null : fields.publicComment;
}

/** Keeps what a donor says in public. Another text waits for a decision again; null takes it back. */
export async function keepComment(
  trx: Trx,
  donationId: DonationId,
  text: string | null,
): Promise<void> {
  if (text === null) {
    await trx.deleteFrom('publicComments').where('donationId', '=', donationId).execute();
    return;
  }
  await trx
    .insertInto('publicComments')
    .values({ donationId, text })
    .onConflict((conflict) =>
      conflict
        .column('donationId')
        .doUpdateSet({ text, state: 'waiting', decidedBy: null, decidedAt: null })
        .where('publicComments.text', '<>', text),
    )
    .execute();
}

/** Somebody of the team shows a comment in public, or does not. */
export function decideComment(
  db: Db,
  actor: TeamMember,
  { id, isApproved, seenText }: { id: DonationId; isApproved: boolean; seenText: string },
): Promise<Comment> {
  demandRight(actor, 'pages.publish');
  return db.transaction().execute(async (trx) => {
    const { text } = await trx
      .selectFrom('publicComments')
      .select('text')
      .where('donationId', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('comment'));
    if (text !== seenText) {
      throw new AppError(
        'comment_changed',
        'The donor has changed this comment since. Please read it again.',
      );
    }
    await trx
      .updateTable('publicComments')
      .set({
        state: isApproved ? 'approved' : 'declined',
        decidedBy: actor.id,
        decidedAt: sql<string>`now()`,
      })
      .where('donationId', '=', id)
      .execute();
    await auditAction(trx, actor, isApproved ? 'comment.approved' : 'comment.declined', id);
    return commentRows(trx)
      .where('publicComments.donationId', '=', id)
      .executeTakeFirstOrThrow(() => notFound('comment'));
  });
}
