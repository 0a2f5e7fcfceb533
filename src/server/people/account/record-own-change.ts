import { accountNotice } from '#server/people/sign-in/emails.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Records a change to the administrator's own account, and emails it to them. */
export async function recordOwnChange(
  trx: Trx,
  actor: TeamMember,
  change: 'password' | 'two-factor-on' | 'two-factor-off' | 'recovery-codes',
  mailer: Mailer,
): Promise<void> {
  const actions = {
    password: 'user.password_changed',
    'two-factor-on': 'user.two_factor_on',
    'two-factor-off': 'user.two_factor_off',
    'recovery-codes': 'user.recovery_codes_made',
  } as const;
  await recordAudit(trx, {
    actor: userActor(actor),
    action: actions[change],
    subjectId: actor.id,
  });
  await mailer.enqueue(trx, accountNotice(mailer.config, actor, change));
}
