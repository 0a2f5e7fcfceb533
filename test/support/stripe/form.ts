/** A form as Stripe parses it: `line_items[0][quantity]=1` is an object in an object. */
export type Params = { [name: string]: string | Params };

/** The parameters in a body or after a question mark. */
export function parseForm(body: string): Params {
  const form: Params = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let place = form;
    for (const part of path) {
      place[part] ??= {};
      place = place[part] as Params;
    }
    place[last] = value;
  }
  return form;
}

/** A parameter that is a text; undefined if it is missing. */
export function textOf(params: Params | undefined, name: string): string | undefined {
  const value = params?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Parameters within a parameter. */
export function paramsOf(params: Params | undefined, name: string): Params | undefined {
  const value = params?.[name];
  return typeof value === 'object' ? value : undefined;
}

/** A list of texts. */
export function textsOf(params: Params | undefined, name: string): string[] {
  return Object.values(paramsOf(params, name) ?? {}).filter((each) => typeof each === 'string');
}

/** Metadata as a call sets it: an empty value removes a key. */
export function changedMetadata(
  before: Record<string, string>,
  params: Params | undefined,
): Record<string, string> {
  const change = paramsOf(params, 'metadata');
  if (params?.metadata === '') return {};
  const after = { ...before, ...(change as Record<string, string> | undefined) };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}
