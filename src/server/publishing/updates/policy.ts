import type { File } from '#contract/publishing/files.ts';

/** What stands between an update and everybody. */
interface Circumstances {
  isAccepted: boolean;
  isPagePublished: boolean;
  files: Pick<
    File,
    'kind' | 'caption' | 'state' | 'isPublished' | 'consentWithdrawnAt' | 'consentUntil'
  >[];
}

/** What has to be done before an update can be published, as sentences; empty when it can be. `today` is a day in UTC. */
export function obstaclesTo(
  { isAccepted, isPagePublished, files }: Circumstances,
  today: string,
): string[] {
  const obstacles: string[] = [];
  if (!isAccepted) obstacles.push('Accept this nomination first.');
  else if (!isPagePublished) {
    obstacles.push('Publish the public page of this nomination first: the email leads to it.');
  }
  for (const file of files) {
    const name = file.caption ? `the ${file.kind} "${file.caption}"` : `a ${file.kind}`;
    if (file.consentWithdrawnAt !== null) {
      obstacles.push(`The consent to ${name} was withdrawn: take it out of this update.`);
    } else if (file.consentUntil !== null && file.consentUntil < today) {
      obstacles.push(
        `The consent to ${name} ended on ${file.consentUntil}: ask again, or take it out.`,
      );
    } else if (!file.isPublished) {
      obstacles.push(`Publish ${name} first, or take it out of this update.`);
    } else if (file.state !== 'ready') {
      obstacles.push(`We are still working on ${name}. Please try again in a moment.`);
    }
  }
  return obstacles;
}
