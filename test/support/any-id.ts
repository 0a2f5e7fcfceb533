import type { SubjectId } from '#contract/ids.ts';

/**
 * Text where an id of any kind belongs: for calls that must be refused, with the id of something else or with what is
 * no id at all.
 */
export function anyId(text: string): SubjectId {
  return text as SubjectId;
}
