/* How many rows can be selected, and how many of them one call takes. */

/** Most rows of one call; a screen with more of them selected makes several calls. */
export const maxAtOnce = 100;
/** Most rows that somebody can select: as many as they could still look through. */
export const maxSelected = 1_000;
