import type { OutgoingMail } from '#server/platform/db/column-types.ts';

/** The headers for unsubscribing with one click in the mail program (RFC 2369, RFC 8058). */
export function unsubscribeHeaders({
  unsubscribeUrl,
}: Pick<OutgoingMail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
