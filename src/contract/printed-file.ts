import { z } from 'zod';

/**
 * A file inside a response, which a browser saves: the secrets of private links stand in bodies, so nobody can be sent to
 * its address, and nothing between us and the reader keeps it.
 */
export const printedFile = z.object({ name: z.string(), base64: z.base64() });
export type PrintedFile = z.infer<typeof printedFile>;
