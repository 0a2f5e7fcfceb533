import type { SubjectId } from '#contract/ids.ts';

/**
 * A text instead of an id of any kind: for calls that must be refused, with the id of something else or with an invalid
 * one.
 */
export function anyId(text: string): SubjectId {
  return text as SubjectId;
}
