import type { PgBoss } from 'pg-boss';
import type { DonorId } from '#contract/ids.ts';
import { countOf } from '#core/counts.ts';
import { maxMailedAlone } from '#core/donor-mails.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/bind-endpoint.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { mailDonors } from '#server/publishing/donor-mailings/commands.ts';
import { countMailedToday } from '#server/publishing/donor-mailings/queries.ts';

interface Call {
  actor: TeamMember;
  body: { ids: DonorId[]; subject: string; text: string };
}

/** Donors trust what the charity writes: no one person writes to all of them. */
export function mailingApproval(db: Db, settings: SettingsStore, boss: PgBoss): ApprovalRule<Call> {
  return {
    async isNeeded({ actor, body }) {
      if ((await countMailedToday(db)) + body.ids.length <= maxMailedAlone) return false;
      return (await fourEyesFor(db, settings, 'mailing', actor)) !== null;
    },
    rehearse: ({ actor, body }) =>
      rehearse(db, (trial) => mailDonors(trial, boss, actor, body, null)),
    async describe({ body: { ids, subject, text } }) {
      return [
        { label: 'To', value: countOf(ids.length, 'selected donor') },
        { label: 'Subject', value: subject },
        { label: 'Text', value: text },
      ];
    },
  };
}
