import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { secretFields } from '#core/platform/secret-fields.ts';

interface Shape {
  maxLength?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
}

/**
 * How long each text of a body can be, as the contract declares it: by its name, with those that it is in, but without
 * places in lists. Absent if there is none. A secret has none: what is pasted must not become another one unseen.
 */
export function textLimits({ body }: Endpoint): Record<string, number> | undefined {
  if (body === undefined) return undefined;
  const limits: Record<string, number> = {};
  const look = (shape: Shape, names: string[]) => {
    const { maxLength, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = shape;
    const name = names.join('.');
    if (maxLength !== undefined) limits[name] = Math.max(maxLength, limits[name] ?? 0);
    for (const part of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) look(part, names);
    for (const [key, value] of Object.entries(properties)) {
      if (!secretFields.has(key)) look(value, [...names, key]);
    }
  };
  look(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape, []);
  return Object.keys(limits).length > 0 ? limits : undefined;
}
