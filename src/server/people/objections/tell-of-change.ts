import type { SensitiveChangeId, SettingsVersionId, UserId } from '#contract/ids.ts';
import type { Right } from '#core/people/rights.ts';
import { everyApprover, peopleBehind } from '#server/people/approvals/queries.ts';
import { changeMade } from '#server/people/objections/emails.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/**
 * Tells everybody who approves, and whom it is about, of a change that one person could use to decide alone afterward. Each
 * gets a link to object. To be called after the change, in its transaction.
 */
export async function tellOfChange(
  trx: Trx,
  actor: TeamMember,
  { what, facts, person, lostRights = [], settingsVersionId }: Change,
  mailer: Mailer,
): Promise<void> {
  const makers = await peopleBehind(trx, actor);
  const id = newId<SensitiveChangeId>();
  const sentence = `${makers.map(nameOf).join(' and ')} ${what}`;
  await trx
    .insertInto('sensitiveChanges')
    .values({
      id,
      sentence,
      userId: person?.id ?? null,
      lostRights,
      settingsVersionId: settingsVersionId ?? null,
    })
    .execute();
  const approvers = await everyApprover(trx);
  const isThere = approvers.some((approver) => approver.id === person?.id);
  for (const told of [...approvers, ...(person && !isThere ? [person] : [])]) {
    const token = newToken();
    const { email } = told;
    await trx
      .insertInto('changeNotices')
      .values({
        tokenHash: hashToken(token),
        changeId: id,
        userId: told.id,
        name: nameOf(told),
        email,
        madeIt: makers.some((maker) => maker.id === told.id),
      })
      .execute();
    const loser = person && lostRights.length > 0 ? { ...person, name: nameOf(person) } : null;
    const change = { sentence, facts, loser, isOfSettings: settingsVersionId !== undefined };
    await mailer.enqueue(
      trx,
      changeMade(mailer.config, { name: told.firstName, email }, change, token),
    );
  }
}

/** A change of who may approve, of the rules for it, or of where donors transfer money to. */
interface Change {
  /** What the people behind it did: "removed Otto Owner from the team". */
  what: string;
  facts: [string, string][];
  /** Somebody who could approve, and whom it is about. */
  person?: { id: UserId; firstName: string; lastName: string; email: string } | undefined;
  /** The rights to approve that somebody else took from this person, while two people are required. */
  lostRights?: Right[];
  settingsVersionId?: SettingsVersionId;
}

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
