import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { daysToConfirm } from '#contract/publishing/subscriptions.ts';
import type { CarriedSubscription } from '#server/platform/db/column-types.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { followRequested } from '#server/publishing/subscriptions/emails.ts';
import { findNeedToFollow } from '#server/publishing/subscriptions/queries.ts';

/**
 * Asks an address by email whether it wants to follow an open need, unless it follows it already. Runs as a job, so that
 * response times do not tell who does.
 */
export async function askToFollow(
  db: Db,
  { id, email: typed }: { id: NominationId; email: string },
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const need = await findNeedToFollow(trx, id);
    const email = typed.toLowerCase();
    // Nothing is stored of a request that causes no mail.
    if (need?.state !== 'open' || (await isFollowing(trx, id, email))) return;
    const token = newToken();
    await trx
      .insertInto('followers')
      .values({ nominationId: id, email, tokenHash: hashToken(token) })
      .onConflict((conflict) =>
        conflict
          .columns(['nominationId', 'email'])
          .doUpdateSet({ tokenHash: hashToken(token), requestedAt: sql<string>`now()` }),
      )
      .execute();
    await mailer.enqueue(trx, followRequested(mailer.config, { email, need, token }));
  });
}

async function isFollowing(trx: Trx, id: NominationId, email: string): Promise<boolean> {
  const follower = await trx
    .selectFrom('followers')
    .select('email')
    .where('nominationId', '=', id)
    .where('email', '=', email)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return follower !== undefined;
}

/** Confirms that the address that the link was mailed to follows a need. Returns the need; null while it is hidden. */
export async function confirmFollow(
  db: Db,
  token: string,
): Promise<{ id: NominationId; name: string } | null> {
  const { id } = await db
    .updateTable('followers')
    .set({ confirmedAt: sql<string>`coalesce(confirmed_at, now())` })
    .where('tokenHash', '=', hashToken(token))
    .where((row) =>
      row.or([row('confirmedAt', 'is not', null), row('requestedAt', '>', oldestRequest)]),
    )
    .returning('nominationId as id')
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work anymore. To follow a need, open its page and enter your email address again.',
        ),
    );
  const need = await db
    .selectFrom('publicPages')
    .select(['nominationId as id', 'shownName as name'])
    .where('nominationId', '=', id)
    .where('isVisible', '=', true)
    .executeTakeFirst();
  return need ?? null;
}

const oldestRequest = sql<string>`now() - make_interval(days => ${daysToConfirm})`;

/** Deletes the addresses of those who did not confirm that they want to follow a need. */
export async function deleteUnconfirmedFollowers(db: Db): Promise<void> {
  await db
    .deleteFrom('followers')
    .where('confirmedAt', 'is', null)
    .where('requestedAt', '<=', oldestRequest)
    .execute();
}

/**
 * Stops email updates to the address that the link was sent to. Somebody who only followed needs is forgotten. 400 for
 * an unknown link.
 */
export async function unsubscribe(db: Db, token: string): Promise<{ isForgotten: boolean }> {
  return await db.transaction().execute(async (trx) => {
    const email = await findSubscriber(trx, token);
    // It was forgotten before.
    if (email === null) return { isForgotten: true };
    const followed = await trx
      .deleteFrom('followers')
      .where('email', '=', email)
      .returning('nominationId')
      .execute();
    const onlyFollowed = followed.length > 0 && !(await isInvolved(trx, email));
    if (onlyFollowed) await forget(trx, email);
    else await setWantsUpdates(trx, email, false);
    return { isForgotten: onlyFollowed };
  });
}

/** Undoes {@link unsubscribe}. 400 for an unknown link, and for an address that was forgotten. */
export async function subscribeAgain(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const email = await findSubscriber(trx, token);
    if (email === null) {
      throw new AppError(
        'invalid_token',
        'We have deleted your email address. To follow a need again, open its page and enter it there.',
      );
    }
    await setWantsUpdates(trx, email, true);
  });
}

/**
 * Sets whether an address gets updates, regardless of its case. It takes effect immediately: an update that is
 * already queued is recalled before it is sent.
 */
export async function setWantsUpdates(trx: Trx, email: string, wants: boolean): Promise<void> {
  const address = sql<string>`lower(${email})`;
  if (wants) await trx.deleteFrom('mailOptOuts').where('email', '=', address).execute();
  else {
    // Their own choice, and no longer one that came with a former address.
    await sql`insert into mail_opt_outs (email) values (${address})
      on conflict (email) do update set since = now()`.execute(trx);
  }
}

/**
 * A donor's mail goes to another address from now on: updates that have not left go there, too, and who wanted none at
 * the old address gets none at the new one.
 */
export async function carrySubscription(
  trx: Trx,
  { from, to }: Record<'from' | 'to', string>,
): Promise<CarriedSubscription> {
  const optedOut = await sql`insert into mail_opt_outs (email, since)
    select lower(${to}), since from mail_opt_outs where email = lower(${from})
    on conflict do nothing returning email`.execute(trx);
  const waiting = sql`email = lower(${from}) and role = 'donor' and (queued_at is null
    or exists (select from donor_mails where job_id = update_recipients.id and left_at is null))`;
  // One mail about an update is enough for an address.
  const dropped = await sql<{
    row: string;
  }>`delete from update_recipients where ${waiting} and exists (
    select from update_recipients as other
    where other.update_id = update_recipients.update_id and other.email = lower(${to}))
    returning to_jsonb(update_recipients)::text as row`.execute(trx);
  const carried = await sql<{ id: string }>`update update_recipients set email = lower(${to})
    where ${waiting} returning id`.execute(trx);
  return {
    hasOptedOut: optedOut.rows.length > 0,
    recipients: carried.rows.map(({ id }) => id),
    dropped: `[${dropped.rows.map(({ row }) => row).join()}]`,
  };
}

/** Undoes {@link carrySubscription}. What has left meanwhile was for whoever got it. */
export async function carrySubscriptionBack(
  trx: Trx,
  { from, to }: Record<'from' | 'to', string>,
  { hasOptedOut, recipients, dropped }: CarriedSubscription,
): Promise<void> {
  if (hasOptedOut) {
    await sql`delete from mail_opt_outs as brought using mail_opt_outs as source
      where source.email = lower(${from}) and brought.email = lower(${to})
      and brought.since = source.since`.execute(trx);
  }
  await sql`update update_recipients set email = lower(${from})
    where id = any(${recipients}::uuid[]) and queued_at is null`.execute(trx);
  await sql`insert into update_recipients
    select * from jsonb_populate_recordset(null::update_recipients, ${dropped}::jsonb)
    on conflict do nothing`.execute(trx);
}

/** The address that an unsubscribe link was mailed to; null if it was forgotten. */
async function findSubscriber(trx: Trx, token: string): Promise<string | null> {
  const { email } = await trx
    .selectFrom('unsubscribeLinks')
    .select('email')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link is not complete. Please open it from the email again, or write to us.',
        ),
    );
  return email;
}

/** Whether somebody donated or nominated with an address, so that it gets updates without following a need. */
async function isInvolved(trx: Trx, email: string): Promise<boolean> {
  const { rows } = await sql<{ isInvolved: boolean }>`select
    exists (select from donors where lower(email) = ${email})
    or exists (select from nominations where lower(email) = ${email}) as is_involved`.execute(trx);
  return rows[0]?.isInvolved ?? true;
}

/** Deletes an address that only followed needs. How many mails were sent stays known, but not to whom. */
async function forget(trx: Trx, email: string): Promise<void> {
  await trx
    .updateTable('updateRecipients')
    .set({ email: sql<string>`id::text` })
    .where('email', '=', email)
    .execute();
  await trx
    .updateTable('unsubscribeLinks')
    .set({ email: null })
    .where('email', '=', email)
    .execute();
}
