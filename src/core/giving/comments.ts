import { hasLink } from '#core/giving/dedications.ts';

/* What a public comment can be, and how far it is. */

/** How far a public comment is. */
export const commentStates = ['waiting', 'approved', 'declined'] as const;
export type CommentState = (typeof commentStates)[number];

/** Each state in words. */
export const commentStateWords: Record<CommentState, string> = {
  waiting: 'Waiting',
  approved: 'Shown',
  declined: 'Not shown',
};

/** How many characters a public comment may have. */
export const longestComment = 300;

/** What a form says about a public comment. */
export interface CommentFields {
  publicComment: string;
  /** The donor agrees that it is shown with their first name. */
  mayShowComment: boolean;
}

/** What is wrong with a public comment, by field. An anonymous donation has none, since it would come with a name. */
export function commentProblems(
  { publicComment, mayShowComment }: CommentFields,
  isAnonymous: boolean,
): Record<string, string> {
  if (publicComment.trim() === '') return {};
  if (isAnonymous) return { publicComment: 'An anonymous donation has no public comment' };
  if (hasLink(publicComment)) return { publicComment: 'Must not contain links or addresses' };
  return mayShowComment ? {} : { mayShowComment: 'Please agree, or leave the comment empty' };
}
