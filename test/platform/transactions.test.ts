import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { useTestApp } from '#test/support/app.ts';

const testApp = useTestApp();

describe('a query on the outer handle inside a transaction', () => {
  const countCauses = (db: Db) => db.selectFrom('causes').select('id').execute();
  test('fails in every test that comes to it, instead of waiting for itself forever', async () => {
    // The mistake: `db` instead of `trx`.
    const mistaken = inSnapshot(testApp.db, () => countCauses(testApp.db));
    await expect(mistaken).rejects.toThrow('outer handle');
    const nested = inSnapshot(testApp.db, () => inSnapshot(testApp.db, countCauses));
    await expect(nested).rejects.toThrow('outer handle');
  });

  test('is none with the handle of the transaction, and none after its end', async () => {
    const later = await inSnapshot(testApp.db, async (trx) => {
      await countCauses(trx);
      return new Promise<Db>((resolve) => setImmediate(() => resolve(testApp.db)));
    });
    expect(await countCauses(later)).toBeInstanceOf(Array);
  });
});

describe('no function of the server that gets a transaction', () => {
  const functions = globSync('src/server/**/*.ts').flatMap(withTransaction);

  test('is left out below', () => {
    const opened = globSync('src/server/**/*.ts').flatMap(
      (file) => readFileSync(file, 'utf8').match(/\.transaction\(\)/g) ?? [],
    );
    expect(opened.length).toBeGreaterThan(200);
    expect(functions.length).toBeGreaterThan(opened.length);
  });

  test('names the outer handle, or what it is in', () => {
    expect(functions.filter(({ text }) => namesOuterHandle(text))).toEqual([]);
  });

  test.each([
    'async (trx) => { await noteIt(db, id); }',
    'async (trx, key) => { await change(trx, id, deps); }',
    '(trx) => db.selectFrom("causes").execute()',
  ])('may say %s', (text) => expect(namesOuterHandle(text)).toBe(true));
});

/** Every function of a file that is written where it is passed on, and whose first argument is a transaction. */
function withTransaction(file: string): { file: string; text: string }[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/\(trx(, \w+)*\)(: [^=]+)? =>/g)].map(({ index, 0: head }) => {
    let end = index + head.length;
    for (let open = 0; open >= 0; end++) {
      if (end > source.length) throw new Error(`A function without an end in ${file}`);
      if (/[({[]/.test(source[end] ?? '')) open++;
      if (/[)}\]]/.test(source[end] ?? '') || (open === 0 && /[,;]/.test(source[end] ?? '')))
        open--;
    }
    return { file, text: source.slice(index, end) };
  });
}

/** Whether a name is used there with which the outer handle can be reached. */
function namesOuterHandle(text: string): boolean {
  return /(?<![.\w])(db|deps(?!\.(?!db\b)))\b(?!['":])/.test(text);
}
