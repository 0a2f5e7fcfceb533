import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, timestamp } from '#contract/fields.ts';
import { alertId } from '#contract/ids.ts';

/** Something that a person has to look at, until it is settled. */
export const alert = z.object({
  id: alertId,
  createdAt: timestamp,
  title: z.string(),
  message: z.string(),
  /** Where in the admin area one can do something about it. */
  path: z.string(),
});
/** {@link alert} as a type. */
export type Alert = z.infer<typeof alert>;

/** The alerts that nobody has settled yet, newest first; at most 100. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  summary: 'List what needs a look',
  tag: 'Dashboard',
  access: 'administrator',
  response: z.array(alert),
});

/** Takes an alert off the list: somebody has looked. Settling it again does nothing. */
export const settleAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/:id/settle',
  summary: 'Mark an alert as looked at',
  tag: 'Dashboard',
  access: 'administrator',
  params: idParams(alertId),
  errors: ['not_found'],
});
