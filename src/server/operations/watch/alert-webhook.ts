import type { Alert } from '#server/platform/alerts/alerts.ts';
import type { Config } from '#server/platform/config.ts';

/** The webhook answers, and does not take this alert: it may take others. */
export class AlertRefusedError extends Error {}

/**
 * Tells an address that the charity set of an alert, or of its end. `text` is what chat programs show. Does nothing without
 * an address; throws if it did not take it, {@link AlertRefusedError} if it said so.
 */
export async function postAlert(
  { alertWebhookUrl, publicUrl, site }: Config,
  { key, title, message, path }: Alert,
  state: 'raised' | 'settled',
): Promise<void> {
  if (alertWebhookUrl === null) return;
  const url = publicUrl + path;
  const text =
    state === 'raised'
      ? `${site.name}: ${title}. ${message} ${url}`
      : `${site.name}: over: ${title}.`;
  const response = await fetch(alertWebhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, state, key, title, message, url }),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  if (response.ok) return;
  const sentence = `The webhook for alerts answered ${response.status}`;
  // Too many requests: it takes no others either.
  throw response.status === 429 ? new Error(sentence) : new AlertRefusedError(sentence);
}
