import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, timestamp } from '#contract/fields.ts';
import { alertId } from '#contract/ids.ts';

/* Alerts that need a person's attention, and settling them. */

/** Something that needs a person's attention until it is settled. */
export const alert = z.object({
  id: alertId,
  createdAt: timestamp,
  title: z.string(),
  message: z.string(),
  /** The page of the admin area where the problem can be solved. */
  path: z.string(),
  /** It ends when what it says is no longer so, and not because somebody says so. */
  endsByItself: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

/** The open alerts, newest first; at most 100. */
export const listAlerts = endpoint('GET /api/alerts', {
  summary: 'List the alerts',
  tag: 'Dashboard',
  access: 'lists.read',
  response: z.array(alert),
});

/**
 * Removes an alert from the list because somebody has taken care of it. Settling it again does nothing. One that ends by
 * itself is refused: what it says is still so.
 */
export const settleAlert = endpoint('POST /api/alerts/:id/settle', {
  recent: false,
  summary: 'Settle an alert',
  records: { 'alert.settled': 'Marked an alert as done' },
  tag: 'Dashboard',
  access: 'money.write',
  params: idParams(alertId),
  errors: ['not_found', 'alert_still_so'],
});
