// Not in a file with schemas, which would add all of zod to every page.

/** The request header that carries a solved challenge: base64 of JSON `{ challenge, solution }`. */
export const solutionHeader = 'challenge-solution';

/** The request header in which our own forms say how many seconds ago their page was opened. */
export const pageAgeHeader = 'page-seconds';

/** The request header that carries, instead of a solution, the ticket of a caller that has waited. */
export const ticketHeader = 'challenge-ticket';
