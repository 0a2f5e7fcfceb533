import { sql } from 'kysely';
import { consentReminderDays, mostConsentAttempts } from '#core/consent.ts';

/**
 * Whether the nomination of a row waits for somebody of the team, beyond its first decision.
 *
 * - `appeal`: an appeal that nobody has decided.
 * - `consent`: the nominee wants something corrected, whatever the status is; has to be asked, or was asked in vain; or
 *   what was allowed ends soon or has ended while there is money or an acceptance to take back.
 */
export const waitsForSql = {
  appeal: sql<boolean>`exists (
    select from appeals where appeals.nomination_id = nominations.id and outcome is null)`,
  consent: sql<boolean>`(
    nominations.id in (select nomination_id from consent_corrections where settled_at is null)
    or nominations.is_accepted and not nominations.is_completed and (
      nominations.consent_said in ('declined', 'withdrawn', 'ended')
      or nominations.consent_said = 'given'
        and nominations.consent_ends_at <= now() + make_interval(days => ${consentReminderDays})
      or nominations.consent_said is null and (select is_required from consent_rule)
        and (select count(*) = 0 or count(*) >= ${mostConsentAttempts} from consent_requests
          where consent_requests.nomination_id = nominations.id and answered_at is null)))`,
};
