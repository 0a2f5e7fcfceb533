import { sql } from 'kysely';
import { consentReminderDays, mostConsentAttempts } from '#core/vetting/consent.ts';

/* Which nominations wait for somebody beyond their first decision. */

/**
 * The nominations whose consent somebody of the team has to see to: the nominee wants something corrected, whatever the
 * status is; has to be asked, or was asked in vain; or what was allowed ends soon or has ended while there is money or an
 * acceptance to take back. Each part is read by an index, however many needs are open.
 */
export const consentsToSeeTo = sql`
  select nomination_id as id from consent_corrections where settled_at is null
  union
  select id from nominations
  where is_accepted and not is_completed and (
    consent_said in ('declined', 'withdrawn', 'ended')
    or consent_said = 'given' and consent_ends_at <= now() + make_interval(days => ${consentReminderDays}))
  union
  select id from nominations
  where (select is_required from consent_rule)
    and is_accepted and not is_completed and consent_said is null
    and (select count(*) = 0 or count(*) >= ${mostConsentAttempts} from consent_requests
      where consent_requests.nomination_id = nominations.id and answered_at is null)`;

/** Whether the nomination of a row waits for somebody of the team, beyond its first decision. */
export const waitsForSql = {
  appeal: sql<boolean>`exists (
    select from appeals where appeals.nomination_id = nominations.id and outcome is null)`,
  consent: sql<boolean>`nominations.id in (${consentsToSeeTo})`,
};
