import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';

/** A question with the answers to it, as the nominator sees it. */
export type Question = TrackingPage['questions'][number];

/** A file that was sent, without its name: the link to this page may be passed on. */
export function describePaper({
  isPicture,
  bytes,
  state,
  failure,
}: Question['answers'][number]['papers'][number]): string {
  const what = `${isPicture ? 'Picture' : 'PDF'}, ${formatBytes(bytes)}`;
  return state === 'failed' ? `${what}. ${failure}` : what;
}
