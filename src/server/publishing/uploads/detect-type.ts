import { fileTypeFromBuffer } from 'file-type';
import type { StoredFileKind } from '#contract/publishing/files.ts';
import { AppError } from '#server/platform/errors.ts';

/** The accepted types, as file-type names them. Neither a file's name nor the type that its sender claims counts. */
const mediaTypes = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  // Its first frame is used, as with any other PNG.
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/heic': 'image/heic',
  'application/pdf': 'application/pdf',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
} as const;

/** One of the accepted types. */
export type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

/** How many bytes at the beginning of a file reveal its type. */
export const headBytes = 4096;

const images: readonly MediaType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];
const documents = {
  types: [...images, 'application/pdf'],
  words: 'a JPEG, PNG, WebP, or HEIC picture, or a PDF',
} as const;
const takenAs: Record<StoredFileKind, { types: readonly MediaType[]; words: string }> = {
  receipt: documents,
  paper: documents,
  photo: { types: images, words: 'a JPEG, PNG, WebP, or HEIC picture' },
  video: {
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    words: 'an MP4, MOV, or WebM video',
  },
};

/** The type of a file by its first bytes. Throws 415 unless this kind of file may have it. */
export async function detectMediaType(head: Buffer, kind: StoredFileKind): Promise<MediaType> {
  const { types, words } = takenAs[kind];
  const found = await typeOf(head);
  if (found && types.includes(found)) return found;
  throw new AppError('unsupported_media_type', `${nameOf(head)} Please choose ${words}.`);
}

async function typeOf(head: Buffer): Promise<MediaType | undefined> {
  const { mime } = (await fileTypeFromBuffer(head)) ?? {};
  if (mime === 'image/heif' && isAlsoHeic(head)) return 'image/heic';
  // To file-type, every brand that it does not know is MP4.
  const isOther =
    mime === 'video/mp4' && !/^(iso[m2-9]|mp4[12v]|avc1|MSNV|dash)$/.test(brandOf(head));
  return isOther ? undefined : mediaTypes[mime as keyof typeof mediaTypes];
}

/** Why not, if there is more to say than that it is something else. */
function nameOf(head: Buffer): string {
  const brand = brandOf(head);
  if (/^(hei[ms]|hev[cxms]|msf1)$/.test(brand)) return 'We cannot use an animated HEIC file.';
  return 'We cannot use this type of file.';
}

/** The brand of an ISO media file; empty for everything else. */
function brandOf(head: Buffer): string {
  return text(head, 4, 8) === 'ftyp' ? text(head, 8, 12) : '';
}

/** Whether the compatible brands, in the same first box, include a still HEVC picture. */
function isAlsoHeic(head: Buffer): boolean {
  const end = Math.min(head.readUInt32BE(0), head.length);
  return /^(.{4})*?(heic|heix)/s.test(text(head, 16, end));
}

function text(head: Buffer, start: number, end: number): string {
  return head.toString('latin1', start, end);
}
