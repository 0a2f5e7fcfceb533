/** The causes of a small charity in a small city, all of them invented. */
export const causes = [
  'Food & Groceries',
  'Housing & Rent',
  'Medical Bills',
  'School & Learning',
  'Winter Warmth',
  'Animal Care',
] as const;

/** One of them. */
export type Cause = (typeof causes)[number];
