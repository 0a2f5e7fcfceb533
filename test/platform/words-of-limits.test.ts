import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allEndpoints } from '#test/support/endpoints.ts';

/** The limits of a schema, and of what is in it, that answer with the words of the library: "Too big: expected …". */
function limitsWithoutWords(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>;
  const own = (def.checks ?? [])
    .map((check) => check._zod.def)
    .filter(({ check, error }) => /^(max_|less_than)/.test(check) && error === undefined);
  const inside: [string, unknown][] = [
    ...Object.entries((def.shape ?? {}) as object),
    ...Object.entries((def.options ?? {}) as object),
    ...['element', 'innerType', 'in', 'out', 'valueType'].map((at): [string, unknown] => [
      at,
      def[at],
    ]),
  ];
  return [
    ...own.map(({ check }) => `${path}: ${check}`),
    ...inside
      .filter((each): each is [string, z.core.$ZodType] => Object(each[1])._zod !== undefined)
      .flatMap(([name, each]) => limitsWithoutWords(each, `${path}.${name}`)),
  ];
}

test('every limit of what anybody sends has words', () => {
  const without = Object.entries(allEndpoints).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => (schema ? limitsWithoutWords(schema, name) : [])),
  );
  expect(without).toEqual([]);
});
