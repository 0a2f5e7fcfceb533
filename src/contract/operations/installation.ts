import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';

/* Whether this is the live site, and a look at everything that the installation depends on. */

/** Whether this is the live site, as far as the server can tell. */
export const installationStatus = z.object({
  /**
   * Why no files are deleted: the site was restored from a backup, or the file storage has no mark of ours or the
   * mark of another site. Null: this is the live site.
   */
  doubt: z
    .object({ reason: z.enum(['restored', 'unmarked', 'foreign']), since: timestamp })
    .nullable(),
});
export type InstallationStatus = z.infer<typeof installationStatus>;

/** What was found of one part of an installation. */
const finding = z.object({
  name: z.string(),
  isFine: z.boolean(),
  /** What is so; or what is wrong, and what to do. */
  text: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** Looks at everything that this site depends on, and sends an email to whoever asks and a test to the webhook for alerts. */
export const checkInstallation = endpoint('POST /api/installation/check', {
  callsPerTenMinutes: 10,
  recent: false,
  summary: 'Check the installation',
  tag: 'Operations',
  access: 'settings.write',
  response: z.array(finding),
});

/** Whether there is a doubt that this is the live site. */
export const getInstallation = endpoint('GET /api/installation', {
  summary: 'Show whether this is the live site',
  tag: 'Operations',
  access: 'lists.read',
  response: installationStatus,
});

/**
 * Confirms that this is the live site: files that nothing refers to are deleted again, and another copy of the site
 * that uses the same storage stops deleting. Does nothing if there is no doubt.
 */
export const confirmLiveSite = endpoint('POST /api/installation/confirm', {
  recent: true,
  summary: 'Confirm that this is the live site',
  records: { 'installation.confirmed': 'Confirmed that this is the live site' },
  tag: 'Operations',
  access: 'settings.write',
});
