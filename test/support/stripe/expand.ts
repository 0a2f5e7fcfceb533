import { type Params, textsOf } from '#test/support/stripe/form.ts';
import { Refusal } from '#test/support/stripe/refusal.ts';

/** Looks an id up, or a field that is only there when it is requested. */
export interface Expander {
  byId(id: string): object | undefined;
  field(object: Record<string, unknown>, name: string): object | undefined;
}

/** The object with what `expand` names in full instead of by its id. */
export function expanded(object: object, query: Params, expander: Expander): object {
  return textsOf(query, 'expand').reduce<object>((sofar, names) => {
    const path = names.split('.');
    if (path.length > 4) throw new Refusal('You cannot expand more than 4 levels of a property.');
    return along(sofar, path, expander) as object;
  }, object);
}

function along(value: unknown, path: string[], expander: Expander): unknown {
  if (Array.isArray(value)) return value.map((each) => along(each, path, expander));
  const object = typeof value === 'string' ? expander.byId(value) : value;
  const [name, ...rest] = path;
  if (name === undefined || typeof object !== 'object' || object === null) return object ?? value;
  const fields = object as Record<string, unknown>;
  const field = fields[name] ?? expander.field(fields, name);
  return { ...fields, [name]: along(field, rest, expander) };
}
