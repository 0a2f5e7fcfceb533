import { createHash } from 'node:crypto';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Say } from '#test/support/sample-videos.ts';

/** Marks for the places of a file: what is hidden there, so that each can be recognized wherever it turns up. */
export interface Marks {
  say: Say;
  /** The places, with their marks. */
  places: Map<string, string>;
}

const usual = 24;

/** Marks that occur nowhere else, each with the name of a format in front of the place's. */
export function marksFor(format: string): Marks {
  const places = new Map<string, string>();
  const say: Say = (place, length = usual) => {
    const name = `${format} ${place}`;
    const mark = createHash('sha256').update(name).digest('hex').slice(0, length);
    places.set(name, mark);
    return mark;
  };
  return { say, places };
}

/** The places whose mark is in some bytes: as it is, in halves, in another encoding, or compressed. */
export function marksIn(content: Buffer, { places }: Marks): string[] {
  const views = [content, ...inflated(content)];
  return [...places].flatMap(([place, mark]) => {
    const found = formsOf(mark).filter(({ bytes }) => views.some((view) => view.includes(bytes)));
    return found.map(({ form }) => (form === '' ? place : `${place}, ${form}`));
  });
}

/** How a mark may look in a file. */
function formsOf(mark: string): { form: string; bytes: Buffer }[] {
  const utf16 = Buffer.from(mark, 'utf16le');
  const forms = [
    { form: '', bytes: Buffer.from(mark) },
    { form: 'in UTF-16', bytes: utf16 },
    { form: 'in UTF-16, big-endian', bytes: Buffer.from(utf16).swap16() },
    ...[Buffer.from(mark), Buffer.from(utf16).swap16()].flatMap((bytes) => {
      const digits = bytes.toString('hex');
      return [digits, digits.toUpperCase()].map((text) => ({
        form: 'in hexadecimal',
        bytes: Buffer.from(text),
      }));
    }),
    { form: 'backwards', bytes: Buffer.from([...mark].reverse().join('')) },
  ];
  // Short ones may be there by chance.
  if (mark.length < usual) return forms.filter(({ bytes }) => bytes.length >= 8);
  const half = mark.length / 2;
  for (const [name, part] of [
    ['its first half', mark.slice(0, half)],
    ['its second half', mark.slice(half)],
  ] as const) {
    forms.push({ form: name, bytes: Buffer.from(part) });
  }
  // Base64 looks different at each of three positions; the letters at its ends depend on what is beside it.
  for (const before of ['', 'x', 'xx']) {
    const text = Buffer.from(before + mark)
      .toString('base64')
      .replace(/=+$/, '');
    forms.push({ form: 'in Base64', bytes: Buffer.from(text.slice(4, -4)) });
  }
  return forms;
}

/** Everything in some bytes that can be decompressed. */
function inflated(content: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 2 < content.length; at++) {
    const [first = 0, second = 0] = content.subarray(at, at + 2);
    const rest = () => content.subarray(at);
    if (first === 0x78 && (first * 256 + second) % 31 === 0)
      attempt(() => inflateSync(rest(), options));
    else if (first === 0x1f && second === 0x8b) attempt(() => gunzipSync(rest(), options));
    // A ZIP: its content begins behind a header and a name.
    else if (
      rest().subarray(0, 4).toString('latin1') === 'PK\x03\x04' &&
      content.length > at + 30
    ) {
      const skip = 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
      attempt(() => inflateRawSync(content.subarray(at + skip), options));
    }
  }
  return found;

  function attempt(inflate: () => Buffer): void {
    try {
      found.push(inflate());
    } catch {
      // It only looked like the beginning of compressed bytes.
    }
  }
}

// Streams may be cut off, or something may follow.
const options = { finishFlush: 2, maxOutputLength: 50_000_000 };
