import type { File } from '#contract/publishing/files.ts';
import type { UpdateKind } from '#contract/publishing/updates.ts';
import { formatDay } from '#core/platform/dates.ts';

/* Why an update cannot be published yet. */

/** The state of an update that decides whether it can be published. */
interface Circumstances {
  kind: UpdateKind;
  isAccepted: boolean;
  isCompleted: boolean;
  isPagePublished: boolean;
  files: Pick<
    File,
    | 'kind'
    | 'caption'
    | 'originalName'
    | 'state'
    | 'isPublished'
    | 'consentWithdrawnAt'
    | 'consentUntil'
  >[];
}

/**
 * What must be done before an update can be published, as sentences; empty if nothing must. `today` is a day in UTC.
 */
export function obstaclesTo(
  { kind, isAccepted, isCompleted, isPagePublished, files }: Circumstances,
  today: string,
): string[] {
  const obstacles: string[] = [];
  if (!isAccepted) obstacles.push('Accept this nomination first.');
  else if (!isPagePublished) {
    obstacles.push('Publish the public page of this nomination first: the email leads to it.');
  }
  if (kind === 'completed' && isAccepted && !isCompleted) {
    obstacles.push('Complete this nomination first: the email says that it is completed.');
  }
  for (const file of files) {
    const known = file.originalName ?? file.caption;
    const name = known ? `the ${file.kind} "${known}"` : `a ${file.kind}`;
    if (file.consentWithdrawnAt !== null) {
      obstacles.push(`The consent for ${name} was withdrawn: remove it from this update.`);
    } else if (file.consentUntil !== null && file.consentUntil < today) {
      obstacles.push(
        `The consent for ${name} ended on ${formatDay(file.consentUntil)}: ask again, or remove it from this update.`,
      );
    } else if (!file.isPublished) {
      obstacles.push(`Publish ${name} first, or remove it from this update.`);
    } else if (file.state !== 'ready') {
      obstacles.push(`We are still processing ${name}. Please try again in a moment.`);
    }
  }
  return obstacles;
}
