import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { withoutPicture } from '#server/platform/mail/compose.ts';
import type { Attachment } from '#server/platform/mail/transport.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';
import { publicCopies } from '#server/publishing/files/public-files.ts';

/* What is left out of a mail right before it leaves. */

/**
 * Reads the files of a mail that is about to be sent. A file that has been withdrawn since the mail was written,
 * perhaps because a consent was withdrawn, is left out along with the text about it.
 */
export async function withFiles(
  db: Db,
  storage: FileStorage,
  mail: OutgoingMail,
): Promise<{ mail: OutgoingMail; attachments: Attachment[] }> {
  const { files = [] } = mail;
  const copies = await publicCopies(
    db,
    files.map(({ key }) => key),
  );
  const attachments: Attachment[] = [];
  let { html } = mail;
  for (const { key, isInline } of files) {
    const copy = copies.get(key);
    if (copy) {
      const content = await readStored(storage, key);
      const { name, mediaType } = copy;
      attachments.push({ name, mediaType, content, ...(isInline && { contentId: key }) });
    } else html = withoutPicture(html, key);
  }
  return { mail: { ...mail, html }, attachments };
}
