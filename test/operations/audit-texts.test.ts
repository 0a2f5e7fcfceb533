import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionTexts } from '#contract/audit-actions.ts';
import { dispute } from '#contract/giving/donations.ts';
import { auditKinds, otherActions } from '#core/audit.ts';
import { statusAfter } from '#core/vetting/nomination-status.ts';
import { allEndpoints } from '#test/support/endpoints.ts';

/** The names that are computed, and what can be in the gap. */
const computed: Record<string, readonly string[]> = {
  'donation.dispute_${status}': dispute.shape.status.options,
  'approval.${outcome}': ['approved', 'declined', 'refused'],
  'nomination.${statusAfter[action]}': Object.values(statusAfter),
  '${about.kind}.${done}': ['donation', 'in_kind'].flatMap((kind) => [
    `${kind}.receipt_issued`,
    `${kind}.receipt_replaced`,
  ]),
};

/** The actions that a file of the server writes: each string that looks like one, in a file that records any. */
function actionsIn(code: string): string[] {
  if (
    !/\b(recordAudit|auditAction|addSettingsVersion|recordReading|reading|erase|changeAtProvider)\(/.test(
      code,
    )
  )
    return [];
  // The kind of item is in the singular, other than in the name of a column.
  const kinds = new Set<string>(Object.keys(auditKinds));
  const marked = [...code.matchAll(/\baction: ['`](.+?)['`]/g)].map(([, name = '']) => name);
  const named = [
    ...code.matchAll(/['`](([a-z_]+)\.[a-z_]+(?:\$\{[^}]+\})?|([a-z_]+)\.\$\{[^}]+\})['`]/g),
  ]
    .filter(([, , kind, computedKind]) => kinds.has(kind ?? computedKind ?? ''))
    .map(([, name = '']) => name);
  return [...marked, ...named].flatMap(
    (name) => computed[name]?.map((part) => name.replace(/\$\{.*\}/, part)) ?? name,
  );
}

test('each text is for something that the server records', () => {
  const files = globSync(['src/server/**/*.ts', 'scripts/*.ts']);
  const actions = new Set(files.flatMap((file) => actionsIn(readFileSync(file, 'utf8'))));
  // That each action has a text, the types see to.
  expect(Object.keys(actionTexts).filter((action) => !actions.has(action))).toEqual([]);
});

test('every action has one text, unlike all others, and a kind, and every kind an action', () => {
  const recorded = Object.values(allEndpoints).flatMap(({ records = {} }) =>
    Object.entries(records),
  );
  const all = [...recorded, ...Object.entries(otherActions)];
  const texts = all.map(([, text]) => text);
  expect(texts.filter((text) => !/^[A-Z][a-z]+ .*[^.]$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(all.map(([action]) => action).toSorted()).toEqual(Object.keys(actionTexts).toSorted());
  const kinds = new Set(all.map(([action]) => action.split('.')[0]));
  expect([...kinds].toSorted()).toEqual(Object.keys(auditKinds).toSorted());
});
