import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { optionalLine } from '#contract/fields.ts';
import { longestSearch } from '#core/overview/search-text.ts';

/* One search of everything that somebody of the team may see. */

/** What is looked through, in the order of the results, as these are headed. */
export const searchGroups = [
  'Donors',
  'Donations',
  'Nominations',
  'Volunteers',
  'Recurring Donations',
  'Announced Transfers',
  'Deposits',
  'Tax Receipts',
  'Bank Lines',
  'Expenses',
  'Causes',
  'Users',
] as const;
/** One of {@link searchGroups}. */
export type SearchGroup = (typeof searchGroups)[number];

/** Something that was found. */
export const searchResult = z.object({
  /** What people call it, such as the name of a donor, or the amount of a donation. */
  name: z.string(),
  /** What tells it from others that are called the same. */
  facts: z.array(z.string()),
  /** Where it is shown. */
  path: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;

/**
 * Finds whatever has a text in its name, an amount, a day, or a reference, number, or ID, the newest first and some of each
 * kind. A single letter finds nothing, nor do signs alone.
 */
export const searchAll = endpoint('GET /api/search', {
  summary: 'Search everything that you may see',
  reads: 'search',
  tag: 'Dashboard',
  access: 'lists.read',
  query: z.object({ text: optionalLine(longestSearch).default('') }),
  response: z.object({
    /** What the caller may look through; empty for a text that is too short. */
    lookedThrough: z.array(z.enum(searchGroups)),
    /** What of it took too long, so that nobody knows what is in it. */
    tooSlow: z.array(z.enum(searchGroups)),
    /** What has any results. */
    groups: z.array(
      z.object({
        name: z.enum(searchGroups),
        results: z.array(searchResult),
        /** Whether there are more. */
        hasMore: z.boolean(),
        /** The list with all of them; null if there is no list, or no more. */
        more: z.string().nullable(),
      }),
    ),
  }),
});
