import querystring from 'node:querystring';
import { adminPaths } from '#contract/admin-pages.ts';
import type { Alert } from '#server/platform/alerting/raise-alert.ts';
import type { Config } from '#server/platform/config.ts';

/* Sends alerts to the webhook that the charity set, such as a chat program. */

/** The webhook answers, and does not take this alert: it may take others. */
export class AlertRefusedError extends Error {}

/**
 * Tells an address that the charity set of an alert, or of its end. `text` is what chat programs show. Does nothing without
 * an address; throws if it did not take it, {@link AlertRefusedError} if it said so. That a person said that it is done does
 * not mean that it is over.
 */
export async function postAlert(
  { alertWebhookUrl, publicUrl, site }: Config,
  { key, title, message, path }: Alert,
  state: 'raised' | 'settled' | 'test',
  isByPerson = false,
): Promise<void> {
  if (alertWebhookUrl === null) return;
  const url = publicUrl + path;
  const text =
    state === 'settled'
      ? `${site.name}: ${isByPerson ? 'marked as done' : 'over'}: ${title}.`
      : `${site.name}: ${title}. ${message} ${url}`;
  const address = new URL(alertWebhookUrl);
  const { username, password } = address;
  // Fetch takes no address with these, and says all of it in its error.
  Object.assign(address, { username: '', password: '' });
  // Takes any password, also one whose percent signs mean nothing.
  const login = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...((username || password) && {
        authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      }),
    },
    body: JSON.stringify({ text, state, key, title, message, url }),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(({ message, cause }: Error) => {
    const reason = (cause instanceof Error && cause.message) || message;
    throw new Error(`The webhook for alerts cannot be reached: ${reason}`);
  });
  if (response.ok) return;
  const sentence = `The webhook for alerts answered ${response.status}`;
  // Too many requests: it takes no others either.
  throw response.status === 429 ? new Error(sentence) : new AlertRefusedError(sentence);
}

/** Throws if the webhook does not take a message that is no alert. */
export function tryAlertWebhook(config: Config): Promise<void> {
  const message =
    'Somebody has checked whether alerts arrive here. This says nothing about the site.';
  const alert = { key: 'test', title: 'This is a test', message, path: adminPaths.dashboard };
  return postAlert(config, alert, 'test');
}
