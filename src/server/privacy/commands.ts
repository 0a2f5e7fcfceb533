import { adminPaths } from '#contract/admin-pages.ts';
import type { ErasureId } from '#contract/ids.ts';
import type { Erasure } from '#contract/privacy/privacy.ts';
import { formatDate } from '#core/platform/dates.ts';
import { endOpenCheckouts } from '#server/giving/donations/end-open-checkouts.ts';
import type { PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { stopPlansOf } from '#server/plans/plans/stop-plan.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';
import { beginErasure, erase, lockPeople } from '#server/privacy/erase.ts';
import { fileErasures } from '#server/privacy/erasures-file.ts';
import { hashAddress } from '#server/privacy/hash-address.ts';
import { countMentions, liftTimeLimit } from '#server/privacy/mentions.ts';
import { findObstacles } from '#server/privacy/obstacles.ts';
import { findErasure } from '#server/privacy/queries.ts';
import {
  findScope,
  fingerprintOf,
  idsIn,
  isUnknown,
  readWho,
  subjectOf,
} from '#server/privacy/scope.ts';
import { keeping, namesIn } from '#server/privacy/words.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/* Erases a person, and opens the archive about one. */

/** What erasing needs. */
export interface ErasingServices {
  mailer: Mailer;
  /** The key that seals the backups. */
  sealKey: () => Promise<Buffer>;
}

/**
 * Erases the person with an address, as donor, nominator, follower, and whoever wrote to us, or a nominee. 409 as long as money is on its
 * way, and if something else belongs to them than whoever asks has seen. If there is nothing left, it does nothing and says so.
 */
export async function erasePerson(
  db: Db,
  actor: TeamMember,
  {
    who,
    fingerprint,
    keepWords = [],
  }: { who: string; fingerprint?: string | undefined; keepWords?: string[] | undefined },
  { mailer, payments, sealKey }: ErasingServices & WithPayments,
): Promise<Erasure> {
  demandRight(actor, 'privacy.write');
  const { timeZone } = mailer.settings.current();
  await endPayments(db, actor, { who, fingerprint }, { mailer, payments });
  const key = await sealKey();
  const done = await db.transaction().execute(async (trx): Promise<Erasure> => {
    await beginErasure(trx);
    const asked = await readWho(trx, who);
    await lockPeople(trx, await findScope(trx, asked));
    // Read again: a donation may have been booked while we waited for it.
    const found = await findScope(trx, asked);
    const names = namesIn(found.words);
    const isAsSeen =
      (fingerprint === undefined || fingerprint === fingerprintOf(found)) &&
      keepWords.every((word) => names.includes(word));
    const scope = { ...found, words: keeping(found.words, keepWords, idsIn(found)) };
    if (await isUnknown(trx, scope)) {
      const before = await findErasure(trx, asked, key);
      return {
        isErased: false,
        toLookAt: [],
        message:
          before === null
            ? 'There is nothing about this person, so nothing was erased.'
            : `This person was erased on ${formatDate(before, timeZone)}. There is nothing left to erase.`,
      };
    }
    if (!isAsSeen) {
      throw new AppError(
        'erasure_refused',
        'Something else belongs to this person than when you looked. Close this, and look at it once more.',
      );
    }
    const [obstacle] = await findObstacles(trx, scope, timeZone);
    if (obstacle !== undefined) throw new AppError('erasure_refused', obstacle);
    await erase(trx, scope, {
      id: newId<ErasureId>(),
      actor: userActor(actor),
      action: 'privacy.erased',
      reason: 'request',
      hashes: scope.addresses.map((address) => hashAddress(address, key)),
      isConfirmed: true,
    });
    return {
      isErased: true,
      toLookAt: (await countMentions(trx, scope)).toLookAt,
      message:
        'The person is erased. Bytes of their files leave the storage within a day, and daily backups from before within five weeks, if there is a new one every night. The person who runs the server deletes other backups and copies.',
    };
  });
  await keepErasures(db, mailer);
  return done;
}

/**
 * Ends the open payment pages of somebody who is about to be erased, and stops their recurring donations. What the provider
 * does not confirm keeps them from being erased: nobody could be told of a charge anymore.
 */
async function endPayments(
  db: Db,
  actor: TeamMember,
  { who, fingerprint }: { who: string; fingerprint: string | undefined },
  services: PlanServices,
): Promise<void> {
  const scope = await findScope(db, await readWho(db, who));
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(scope)) return;
  // What stands in the way anyway stops nothing.
  const { timeZone } = services.mailer.settings.current();
  const obstacles = await findObstacles(db, scope, timeZone, { withOpenPages: false });
  if (obstacles.length > 0) return;
  await endOpenCheckouts(db, scope.addresses, services);
  await stopPlansOf(db, scope.donors, actor, services);
}

const fileAlert = 'privacy:erasures-file';

/** Files what was erased beside the backups; if that fails, somebody is told, and it is tried again every day. */
export async function keepErasures(db: Db, mailer: Mailer): Promise<void> {
  try {
    await fileErasures(db, mailer.config);
    await db.transaction().execute((trx) => settleAlert(trx, fileAlert));
  } catch (error) {
    await db.transaction().execute((trx) =>
      raiseAlert(
        trx,
        {
          key: fileAlert,
          title: 'The list of erasures could not be written',
          message: `Somebody was erased, but the file erasures.jsonl beside the backups does not say so: ${error instanceof Error ? error.message : error}. A backup from before would bring them back. We try again every day.`,
          path: adminPaths.privacy,
        },
        mailer,
      ),
    );
  }
}

// As long as a browser may need to begin.
const openMinutes = 2;

/** What the address of an archive consists of; only the server can read it. */
interface ArchiveTicket {
  who: string;
  expiresAt: number;
}

/** Lets somebody download the archive about a person, and records that they did. 404 if there is nothing. */
export async function openArchive(
  db: Db,
  actor: TeamMember,
  { who }: { who: string },
  vault: Vault,
): Promise<string> {
  demandRight(actor, 'privacy.write');
  await db.transaction().execute(async (trx) => {
    await liftTimeLimit(trx);
    const scope = await findScope(trx, await readWho(trx, who));
    if (await isUnknown(trx, scope)) throw notFound('person');
    const { donations, nominations } = scope;
    await auditAction(trx, actor, 'privacy.archived', subjectOf(scope), {
      donations: donations.length,
      nominations: nominations.length,
    });
  });
  const ticket: ArchiveTicket = { who, expiresAt: Date.now() + openMinutes * 60_000 };
  return vault.seal(JSON.stringify(ticket), ownerOf(actor)).toString('base64url');
}

/** Whom an archive was opened for. Refuses somebody else's ticket, and one that is too old. */
export function readTicket(vault: Vault, actor: TeamMember, sealed: string): string {
  demandRight(actor, 'privacy.write');
  const text = vault.open(Buffer.from(sealed, 'base64url'), ownerOf(actor));
  const ticket = text === null ? null : (JSON.parse(text) as ArchiveTicket);
  if (ticket && ticket.expiresAt > Date.now()) return ticket.who;
  throw new AppError(
    'export_unavailable',
    'This download has expired. Please ask for the archive again.',
  );
}

function ownerOf(actor: TeamMember): string {
  return `archive ${userActor(actor)}`;
}
