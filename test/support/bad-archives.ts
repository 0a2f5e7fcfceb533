import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  armor,
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import tar from 'tar-stream';
import type { Manifest } from '#server/operations/backup/archive.ts';
import type { ReadingKey } from '#server/operations/backup/backup-key.ts';
import { fc } from '#test/support/seed.ts';

interface Entry {
  name: string;
  content: Buffer;
  linkname?: string;
}

/** The ways in which a backup can be bad, as [what, the whole file]. */
export async function badVariantsOf(path: string, key: ReadingKey): Promise<[string, Buffer][]> {
  const whole = await readFile(path);
  const recipient = await identityToRecipient(key.identity);
  const plain = await decrypt(whole, key);
  const inside = await badInside(plain, key);
  return [
    ...places(10, whole.length).map((at): [string, Buffer] => [
      `cut off at ${at}`,
      whole.subarray(0, at),
    ]),
    ...places(12, whole.length).map((at): [string, Buffer] => [
      `a bit turned at ${at}`,
      turned(whole, at),
    ]),
    // From the first character of the header to the last byte: age authenticates all of it.
    ...[0, 20, 22, 60, 120, 200, whole.length - 1].map((at): [string, Buffer] => [
      `a bit turned at ${at}`,
      turned(whole, at),
    ]),
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('PK\u0003\u0004, says a zip file')],
    ['only the header', whole.subarray(0, 400)],
    ['one byte more', Buffer.concat([whole, Buffer.from('x')])],
    ['twice', Buffer.concat([whole, whole])],
    ['not encrypted', plain],
    ['not compressed', await encrypt(gunzipSync(plain), recipient)],
    ['half of it, encrypted again', await encrypt(plain.subarray(0, plain.length / 2), recipient)],
    ['encrypted to somebody else', await encrypt(plain, await aRecipient())],
    ['encrypted with a passphrase', await encryptWithPassphrase(plain)],
    ['as text', Buffer.from(armor.encode(whole))],
    ['the header of one and the rest of another', await spliced(whole, plain, recipient)],
    ['encrypted twice', await encrypt(whole, recipient)],
    ...(await Promise.all(
      inside.map(
        async ([what, archive]): Promise<[string, Buffer]> => [
          what,
          await encrypt(archive, recipient),
        ],
      ),
    )),
    ...(await forged(plain, key, recipient)),
  ];
}

/** What the forgeries would be if their maker had the key: an archive that a restore accepts. */
export async function sealedWithAnAdministrator(path: string, key: ReadingKey): Promise<Buffer> {
  const { rows, mine } = withAnotherAdministrator(
    await unpack(await decrypt(await readFile(path), key)),
  );
  const archive = await pack([...rows, sealed(mine, key.sealKey)]);
  return encrypt(archive, await identityToRecipient(key.identity));
}

/** Checksums, counts, everything fits. */
function withAnotherAdministrator(entries: Entry[]) {
  const manifest = manifestOf(entries);
  const rows = entries.slice(0, -1).map(withAnAdministrator);
  const tables = { ...manifest.tables, users: (manifest.tables.users ?? 0) + 1 };
  return { manifest, rows, mine: { ...manifest, tables, parts: sumsOf(rows) } };
}

/** What only somebody with the seal could have made, and what is still not a backup. */
async function badInside(plain: Buffer, { sealKey }: ReadingKey): Promise<[string, Buffer][]> {
  const entries = await unpack(plain);
  const manifest = manifestOf(entries);
  const rows = entries.slice(0, -1);
  const withManifest = (change: object, parts = rows) =>
    pack([...parts, sealed({ ...manifest, ...change }, sealKey)]);
  const first = rows.find(({ name }) => name === 'database/donations.jsonl') as Entry;
  const without = rows.filter((entry) => entry !== first);
  const added = (name: string) => ({ name, content: Buffer.from('x') });
  const longer = String(first.content).replace(/"amount_cents":"\d*/, '$&0');
  const otherDigit = (_: string, before: string, digit: string) =>
    `${before}${(Number(digit) + 1) % 10}`;
  const altered = String(first.content).replace(/("amount_cents":"\d*)(\d)/, otherDigit);
  const withSum = (entry: Entry) =>
    pack([...rows, entry, sealed({ ...manifest, parts: sumsOf([...rows, entry]) }, sealKey)]);

  return [
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
    ['a file elsewhere', await withSum(added('elsewhere/file'))],
    ['a way out', await withSum(added('files/../../way-out'))],
    ['a way to the root', await withSum(added('/files/root'))],
    ['a link', await withSum({ ...added('files/link'), linkname: '/etc/passwd' })],
    ['more after its end', await pack([...rows, sealed(manifest, sealKey), added('files/late')])],
    ['two manifests', await pack([...rows, sealed(manifest, sealKey), sealed(manifest, sealKey)])],
  ];
}

/** What somebody makes who knows the recipient and has read an archive, but has neither the key nor its seal. */
async function forged(
  plain: Buffer,
  { sealKey }: ReadingKey,
  recipient: string,
): Promise<[string, Buffer][]> {
  const entries = await unpack(plain);
  const genuine = entries.at(-1) as Entry;
  const { manifest, rows, mine } = withAnotherAdministrator(entries);
  const asMine = (seal?: unknown) => asManifest(seal === undefined ? mine : { seal, ...mine });
  const oldSeal = String(genuine.content).slice(9, 73);
  const withRest = (text: string): Entry => ({ name: 'manifest.json', content: Buffer.from(text) });
  const manifests: [string, Entry][] = [
    ['without a seal', asMine()],
    ['with the seal of the genuine one', asMine(oldSeal)],
    ['with the genuine manifest', genuine],
    ['sealed with a key of its maker', sealed(mine, randomBytes(32))],
    ['sealed with an empty key', sealed(mine, Buffer.alloc(0))],
    ['sealed with the recipient', sealed(mine, Buffer.from(recipient))],
    [
      'sealed with a key derived from the recipient',
      sealed(mine, Buffer.from(hkdfSync('sha256', recipient, '', 'everycent backup seal', 32))),
    ],
    [
      'with a hash for a seal',
      asMine(createHash('sha256').update(JSON.stringify(mine)).digest('hex')),
    ],
    ['with an empty seal', asMine('')],
    ['with no seal at all', asMine(null)],
    ['with a seal of zeros', asMine('0'.repeat(64))],
    ['with the seal at the end', asManifest({ ...mine, seal: oldSeal })],
    [
      'with two seals',
      withRest(`{"seal":"${oldSeal}","seal":"${oldSeal}",${JSON.stringify(mine).slice(1)}`),
    ],
    [
      'with the genuine manifest inside its own',
      withRest(
        `{"seal":"${oldSeal}","manifest":${JSON.stringify(manifest)},${JSON.stringify(mine).slice(1)}`,
      ),
    ],
    ['sealed by another site', sealed(mine, (await otherSite()).sealKey)],
  ];
  const archives = await Promise.all(
    manifests.map(
      async ([what, entry]): Promise<[string, Buffer]> => [what, await pack([...rows, entry])],
    ),
  );
  const other = await otherSite();
  const bySomebodyElse = await pack([...rows, sealed(mine, other.sealKey)]);
  const bothManifests = await pack([...rows, genuine, sealed(mine, randomBytes(32))]);
  const named = (what: string) => `an added administrator, ${what}`;
  return [
    ...(await Promise.all(
      archives.map(
        async ([what, archive]): Promise<[string, Buffer]> => [
          named(what),
          await encrypt(archive, recipient),
        ],
      ),
    )),
    [named('not encrypted'), archives[0]?.[1] as Buffer],
    [named('not encrypted, sealed'), await pack([...rows, sealed(mine, sealKey)])],
    [
      named('a whole backup of another site'),
      await encrypt(bySomebodyElse, await identityToRecipient(other.identity)),
    ],
    [named('after the genuine manifest'), await encrypt(bothManifests, recipient)],
  ];
}

/** The administrators of the site, and one more who knows the password. */
function withAnAdministrator(entry: Entry): Entry {
  if (entry.name !== 'database/users.jsonl') return entry;
  const [line = ''] = String(entry.content).split('\n');
  const mine = { ...JSON.parse(line), id: randomUUID(), email: 'mallory@example.org' };
  return { ...entry, content: Buffer.from(`${entry.content}${JSON.stringify(mine)}\n`) };
}

function sumsOf(entries: Entry[]): Manifest['parts'] {
  return Object.fromEntries(
    entries.map(({ name, content }) => [
      name,
      { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    ]),
  );
}

/** As the software seals a manifest, with any key. */
function sealed(manifest: object, sealKey: Buffer): Entry {
  const text = JSON.stringify(manifest);
  const seal = createHmac('sha256', sealKey).update(text).digest('hex');
  return { name: 'manifest.json', content: Buffer.from(`{"seal":"${seal}",${text.slice(1)}`) };
}

function manifestOf(entries: Entry[]): Manifest {
  const { seal: _, ...manifest } = JSON.parse(String(entries.at(-1)?.content));
  return manifest;
}

async function otherSite(): Promise<ReadingKey> {
  const identity = await generateX25519Identity();
  const sealKey = hkdfSync('sha256', identity, '', 'everycent backup seal', 32);
  return { identity, sealKey: Buffer.from(sealKey) };
}

const aRecipient = async () => identityToRecipient((await otherSite()).identity);

async function encrypt(content: Buffer, recipient: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(content));
}

async function encryptWithPassphrase(content: Buffer): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase('Correct-horse-7');
  encrypter.setScryptWorkFactor(10);
  return Buffer.from(await encrypter.encrypt(content));
}

async function decrypt(content: Buffer, { identity }: ReadingKey): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(content));
}

/** The header ends with a line that begins with `---`. */
async function spliced(whole: Buffer, plain: Buffer, recipient: string): Promise<Buffer> {
  const again = await encrypt(plain, recipient);
  const endOf = (archive: Buffer) => archive.indexOf('\n', archive.indexOf('\n--- ') + 1) + 1;
  return Buffer.concat([whole.subarray(0, endOf(whole)), again.subarray(endOf(again))]);
}

/** Random positions. */
function places(count: number, length: number): number[] {
  return fc.sample(fc.integer({ min: 10, max: length - 1 }), count);
}

function turned(whole: Buffer, at: number): Buffer {
  const copy = Buffer.from(whole);
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
  return copy;
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
