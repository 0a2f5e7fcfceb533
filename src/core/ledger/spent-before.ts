/** What everybody reads about money that was given in an earlier system and spent there. */
export const spentBeforeWords = 'Spent before we kept our books here';
