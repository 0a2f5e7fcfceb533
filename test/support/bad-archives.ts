import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import tar from 'tar-stream';
import type { Manifest } from '#server/operations/backup/archive.ts';
import { seed } from '#test/support/seed.ts';

interface Entry {
  name: string;
  content: Buffer;
  linkname?: string;
}

/** The ways in which a backup can be bad, as [what, the whole file]. */
export async function badVariantsOf(path: string): Promise<[string, Buffer][]> {
  const whole = await readFile(path);
  const entries = await unpack(whole);
  const manifest: Manifest = JSON.parse(String(entries.at(-1)?.content));
  const rows = entries.slice(0, -1);
  const withManifest = (change: object, parts = rows) =>
    pack([...parts, asManifest({ ...manifest, ...change })]);
  const first = rows.find(({ name }) => name === 'database/donations.jsonl') as Entry;
  const without = rows.filter((entry) => entry !== first);
  const added = (name: string) => ({ name, content: Buffer.from('x') });
  const longer = String(first.content).replace(/"amount_cents":"\d*/, '$&0');
  const otherDigit = (_: string, before: string, digit: string) =>
    `${before}${(Number(digit) + 1) % 10}`;
  const altered = String(first.content).replace(/("amount_cents":"\d*)(\d)/, otherDigit);

  return [
    ...places(10, whole.length).map((at): [string, Buffer] => [
      `cut off at ${at}`,
      whole.subarray(0, at),
    ]),
    ...places(12, whole.length).map((at): [string, Buffer] => [
      `a bit turned at ${at}`,
      turned(whole, at),
    ]),
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('PK\u0003\u0004, says a zip file')],
    ['not compressed', gunzipSync(whole)],
    ['an empty archive', await pack([])],
    ['no manifest', await pack(rows)],
    [
      'a manifest that is none',
      await pack([...rows, { name: 'manifest.json', content: Buffer.from('{') }]),
    ],
    ['a manifest without sums', await withManifest({ parts: undefined })],
    ['a newer layout', await withManifest({ format: 2 })],
    [
      'a newer database',
      await withManifest({
        migrations: [...manifest.migrations, { name: '9999_later.sql', sha256: 'f' }],
      }),
    ],
    [
      'another history',
      await withManifest({
        migrations: manifest.migrations.map(({ name }) => ({ name, sha256: 'f' })),
      }),
    ],
    [
      'a longer amount',
      await withManifest({}, [...without, { ...first, content: Buffer.from(longer) }]),
    ],
    [
      'an amount with another digit',
      await withManifest({}, [...without, { ...first, content: Buffer.from(altered) }]),
    ],
    ['a table less', await withManifest({}, without)],
    ['a table twice', await withManifest({}, [...rows, first])],
    ['a file more', await withManifest({}, [...rows, added('files/more')])],
    ['a file elsewhere', await withSum(manifest, rows, added('elsewhere/file'))],
    ['a way out', await withSum(manifest, rows, added('files/../../way-out'))],
    ['a way to the root', await withSum(manifest, rows, added('/files/root'))],
    ['a link', await withSum(manifest, rows, { ...added('files/link'), linkname: '/etc/passwd' })],
    ['more after its end', await pack([...rows, asManifest(manifest), added('files/late')])],
  ];
}

/** Random positions, but not in gzip's header: some of its bytes mean nothing. */
function places(count: number, length: number): number[] {
  return fc.sample(fc.integer({ min: 10, max: length - 1 }), { numRuns: count, seed });
}

function turned(whole: Buffer, at: number): Buffer {
  const copy = Buffer.from(whole);
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
  return copy;
}

/** An archive whose checksums are valid, with one entry that must not be there. */
function withSum(manifest: Manifest, rows: Entry[], entry: Entry): Promise<Buffer> {
  const sha256 = createHash('sha256').update(entry.content).digest('hex');
  const parts = { ...manifest.parts, [entry.name]: { bytes: entry.content.length, sha256 } };
  return pack([...rows, entry, asManifest({ ...manifest, parts })]);
}

function asManifest(manifest: object): Entry {
  return { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
}

async function unpack(archive: Buffer): Promise<Entry[]> {
  const extract = tar.extract();
  extract.end(gunzipSync(archive));
  const entries: Entry[] = [];
  for await (const entry of extract) {
    entries.push({
      name: entry.header.name,
      content: await buffer(entry as AsyncIterable<Buffer>),
    });
  }
  return entries;
}

async function pack(entries: Entry[]): Promise<Buffer> {
  const packed = tar.pack();
  for (const { name, content, linkname } of entries) {
    if (linkname) packed.entry({ name, linkname, type: 'symlink' });
    else packed.entry({ name }, content);
  }
  packed.finalize();
  return gzipSync(await buffer(packed as AsyncIterable<Buffer>));
}
