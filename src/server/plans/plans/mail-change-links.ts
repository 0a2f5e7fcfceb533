import { linksHeld } from '#server/donors/donors/emails.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { areLinksHeld, refuseHeldLinks } from '#server/donors/donors/held-links.ts';
import { changeLinks } from '#server/plans/plans/emails.ts';
import { planEnded } from '#server/plans/plans/known-plan.ts';
import { createChangeLink, findPlanLink } from '#server/plans/plans/plan-links.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { refuseTooMuchMail } from '#server/platform/misuse/mail-limit.ts';

/** Mails a link that changes a plan to its donor, whoever asked for it. */
export async function mailChangeLink(
  db: Db,
  visitor: Visitor,
  token: string,
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { planId } = await findPlanLink(trx, token);
    const [plan] = await plansToChange(trx).where('plans.id', '=', planId).execute();
    if (!plan) throw planEnded();
    if (plan.email === null) throw notFound('recurring donation');
    await refuseHeldLinks(trx, plan.donorId);
    await refuseTooMuchMail(trx, 'plan-link', visitor, plan.email, mailer.config);
    await mailLinks(trx, [plan], mailer);
  });
}

/** Mails links to all plans of an address to it, if there are any. Runs as a job, so that response times tell nothing. */
export async function sendChangeLinks(
  db: Db,
  { email: typed }: { email: string },
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const donor = await findDonorByAddress(trx, typed);
    if (!donor) return;
    if (await areLinksHeld(trx, donor.id)) {
      const mail = linksHeld(mailer.config, donor.email);
      await mailer.enqueue(trx, { ...mail, donorId: donor.id });
      return;
    }
    const plans = await plansToChange(trx).where('donors.id', '=', donor.id).execute();
    for (let first = 0; first < plans.length; first += linksInMail) {
      await mailLinks(trx, plans.slice(first, first + linksInMail), mailer);
    }
  });
}

// As many as somebody can still look through; whoever has more plans gets more emails.
const linksInMail = 20;

function plansToChange(db: Db) {
  return db
    .selectFrom('plans')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .innerJoin('causes', 'causes.id', 'plans.causeId')
    .select([
      'plans.id',
      'amountCents',
      'coverCents',
      'interval',
      'causes.name as causeName',
      'donors.email',
    ])
    .select('donors.id as donorId')
    .where('state', 'not in', ['started', 'ended'])
    .where('stopRequestedAt', 'is', null)
    .orderBy('plans.id');
}

async function mailLinks(
  trx: Trx,
  plans: Awaited<ReturnType<ReturnType<typeof plansToChange>['execute']>>,
  mailer: Mailer,
): Promise<void> {
  const [first] = plans;
  if (!first?.email) return;
  const links = [];
  let expiresAt = '';
  for (const plan of plans) {
    const link = await createChangeLink(trx, plan.id, mailer);
    expiresAt = link.expiresAt;
    links.push({ ...plan, url: link.url });
  }
  const mail = changeLinks(mailer.config, first.email, links, expiresAt);
  await mailer.enqueue(trx, { ...mail, donorId: first.donorId });
}
