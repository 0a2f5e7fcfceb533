/** Where the archive about a person is downloaded. */
export const archivePath = '/api/privacy/archive';

/** The same with a ticket that says about whom, which nobody but the server can read. */
export function archiveUrl(ticket: string): string {
  return `${archivePath}?ticket=${ticket}`;
}
