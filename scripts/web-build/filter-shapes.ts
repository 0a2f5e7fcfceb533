import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FilterShape } from '#web/client/endpoints.ts';

interface Property {
  type?: string;
  enum?: string[];
  items?: { enum: string[] };
  default?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** By what a list can be filtered, and by which values, as the contract declares it; absent if the call is no list. */
export function filterShapes({ query, paged }: Endpoint): Record<string, FilterShape> | undefined {
  if (query === undefined || paged === undefined) return undefined;
  const sent = properties(query, 'input');
  const read = properties(query, 'output');
  const names = Object.keys(sent).filter((name) => !['limit', 'cursor', 'firstFor'].includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const {
        default: initial,
        enum: values = read[name]?.items?.enum,
        ...rest
      } = sent[name] ?? {};
      const { format, maxLength, minimum, maximum } = rest;
      const several = read[name]?.type === 'array' || undefined;
      return [name, { values, several, initial, format, maxLength, minimum, maximum }];
    }),
  );
}

function properties(query: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(query, { io, unrepresentable: 'any' }).properties as Record<
    string,
    Property
  >;
}
