import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import { nameInWords } from '#core/platform/names-in-words.ts';
import { type StoredDataPart, storedData } from '#core/privacy/stored-data.ts';
import { type ColumnRule, dataMap, type TableRule } from '#server/privacy/data-map.ts';

/*
 * The privacy policy has a word about everything personal: the data map says which one, and in which part, where it is not
 * the name of the column. A text that everybody can read has one, too.
 */

const textOf = (part: StoredDataPart) => storedData[part].text.join(' ');

/** What the policy has to say about a column: words, and the part in which they stand. */
function wordsFor(table: TableRule, column: string, { policy }: ColumnRule) {
  if (Array.isArray(policy)) return { part: policy[0], words: policy[1] };
  return { part: table.part, words: policy ?? nameInWords(column).toLowerCase() };
}

/** Whether a text has these words as a whole: "name" is not in "surnames". */
function has(text: string, words: string): boolean {
  return new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, 'u').test(text);
}

describe('the privacy policy', () => {
  test('has a word about every column that holds something about somebody', () => {
    const personal = Object.entries(dataMap).flatMap(([table, rule]) =>
      Object.entries(rule.columns)
        // What the team may have written about somebody anywhere has a part of its own.
        .filter(
          ([, { is, policy }]) => ['gone', 'replaced', 'kept'].includes(is) && policy !== null,
        )
        .map(([name, column]) => ({ path: `${table}.${name}`, ...wordsFor(rule, name, column) })),
    );
    expect(personal.length).toBeGreaterThan(100);
    expect(personal.filter(({ part, words }) => !has(textOf(part), words))).toEqual([]);
  });

  test('has a table for every part, but for those of whom no table is', () => {
    const parts = Object.values(dataMap).map(({ part }) => part);
    const without = Object.keys(storedData).filter((part) => !parts.includes(part as never));
    expect(without).toEqual(['team', 'visit', 'form']);
  });

  test('says what the specification demands of it, and no word about what nobody does', () => {
    for (const [part, { title, text }] of Object.entries(storedData)) {
      expect([part, title.length > 0, text.length > 0]).toEqual([part, true, true]);
    }
    expect(JSON.stringify(storedData)).not.toMatch(/show nothing about donors/);
  });
});

/** What everybody can read about people, and where the policy says so; null for what is about no person. */
const publicTexts: Record<string, [StoredDataPart, string] | null> = {
  firstName: ['comment', 'with your first name'],
  text: ['comment', 'Your words'],
  texts: ['things', 'The public can read what our team wrote about it'],
  name: ['nominee', 'name over it'],
  summary: ['nominee', 'summary'],
  story: ['nominee', 'story'],
  title: ['nominee', 'updates'],
  caption: ['nominee', 'caption'],
  alternativeText: ['nominee', 'description for people who cannot see it'],
  payee: ['nominee', 'who was paid and for what'],
  purpose: ['nominee', 'who was paid and for what'],
  url: ['nominee', 'photos, and videos'],
  cause: null,
  mediaType: null,
  originalSha256: null,
  sha256: null,
};

/** The names of all free texts of a response. */
function textsIn(schema: unknown, name = ''): string[] {
  const {
    type,
    properties,
    items,
    anyOf,
    format,
    pattern,
    enum: choices,
  } = schema as {
    type?: string;
    properties?: Record<string, unknown>;
    items?: unknown;
    anyOf?: unknown[];
    format?: string;
    pattern?: string;
    enum?: unknown[];
  };
  if (properties) return Object.entries(properties).flatMap(([key, one]) => textsIn(one, key));
  if (items) return textsIn(items, name);
  if (anyOf) return anyOf.flatMap((one) => textsIn(one, name));
  return type === 'string' && !format && !pattern && !choices ? [name] : [];
}

test('every text that everybody can read about people has a word in the privacy policy', () => {
  const names = [getNeed, listNeeds, getImpact].flatMap(({ response }) =>
    textsIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })),
  );
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(publicTexts).toSorted());
  for (const [name, place] of Object.entries(publicTexts)) {
    if (place !== null)
      expect([name, textOf(place[0])]).toEqual([name, expect.stringContaining(place[1])]);
  }
});
