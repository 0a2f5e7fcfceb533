import type { Finding } from '#contract/operations/installation.ts';
import {
  examineDatabase,
  examineMachine,
  type MachineParts,
  ofMail,
  toldOnce,
} from '#server/operations/installation/examine.ts';
import type { WatchedParts } from '#server/operations/watch/checks.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { markDone } from '#server/platform/db/mark-done.ts';

/** Looks at the whole installation for somebody who gets an email, and notes that a mail server took it. */
export async function checkInstallation(
  parts: WatchedParts & Omit<MachineParts, 'mailTo'>,
  { email }: TeamMember,
): Promise<Finding[]> {
  const ofMachine = await examineMachine({ ...parts, mailTo: email });
  const isMailTaken = ofMachine.some(({ name, isFine }) => isFine && name in ofMail);
  if (isMailTaken && parts.config.smtpUrl !== null) await markDone(parts.db, 'mail-tested');
  return toldOnce([...ofMachine, ...(await examineDatabase(parts))]);
}
