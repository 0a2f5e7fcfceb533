/** The causes of a small charity in a small city, made up from end to end. */
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
