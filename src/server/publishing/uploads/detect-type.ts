import type { FileKind } from '#contract/publishing/files.ts';
import { AppError } from '#server/platform/errors.ts';

/** The types that are taken. What a file is, its content says; its name and what the sender calls it count for nothing. */
const signatures = {
  'image/jpeg': (head) => starts(head, [0xff, 0xd8, 0xff]),
  'image/png': (head) => starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  'image/heic': (head) =>
    /^hei[cx]$/.test(brandOf(head)) || (brandOf(head) === 'mif1' && isAlsoHeic(head)),
  'application/pdf': (head) => text(head, 0, 5) === '%PDF-',
  'video/mp4': (head) => /^(iso[m2-9]|mp4[12v]|avc1|M4V |MSNV|dash)$/.test(brandOf(head)),
  'video/webm': (head) =>
    starts(head, [0x1a, 0x45, 0xdf, 0xa3]) && text(head, 0, 64).includes('webm'),
} as const satisfies Record<string, (head: Buffer) => boolean>;

/** One of the types that are taken. */
export type MediaType = keyof typeof signatures;

/** How much of a file's beginning tells what it is, in bytes. */
export const headBytes = 4096;

const images: readonly MediaType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];
const takenAs: Record<FileKind, { types: readonly MediaType[]; words: string }> = {
  receipt: {
    types: [...images, 'application/pdf'],
    words: 'a JPEG, PNG, WebP or HEIC picture or a PDF',
  },
  photo: { types: images, words: 'a JPEG, PNG, WebP or HEIC picture' },
  video: { types: ['video/mp4', 'video/webm'], words: 'an MP4 or WebM video' },
};

/** What the file is by its first bytes. Throws 415 unless that is something which is taken as this kind. */
export function detectMediaType(head: Buffer, kind: FileKind): MediaType {
  const { types, words } = takenAs[kind];
  const found = types.find((type) => signatures[type](head));
  if (found) return found;
  throw new AppError('unsupported_media_type', `${nameOf(head)} Please choose ${words}.`);
}

/** Why not, where we can say more than that it is something else. */
function nameOf(head: Buffer): string {
  const brand = brandOf(head);
  if (/^(hei[ms]|hev[cxms]|msf1)$/.test(brand)) return 'We cannot use a HEIC file that moves.';
  if (brand === 'qt  ') return 'This is a QuickTime video, which most browsers cannot play.';
  return 'We cannot use this type of file.';
}

/** What an ISO media file says it is; empty for everything else. */
function brandOf(head: Buffer): string {
  return text(head, 4, 8) === 'ftyp' ? text(head, 8, 12) : '';
}

/** Whether the list of what else it is, in the same first box, has a still HEVC picture. */
function isAlsoHeic(head: Buffer): boolean {
  const end = Math.min(head.readUInt32BE(0), head.length);
  return /^(.{4})*?(heic|heix)/s.test(text(head, 16, end));
}

function starts(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function text(head: Buffer, start: number, end: number): string {
  return head.toString('latin1', start, end);
}
