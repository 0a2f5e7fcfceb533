/* What a schema refuses, as messages under the fields of a form. */

/** The part of a schema (zod's, by the Standard Schema convention) that a form needs. */
export interface Schema {
  '~standard': {
    validate(values: unknown): SchemaResult | Promise<SchemaResult>;
  };
}
interface SchemaResult {
  value?: unknown;
  issues?:
    | ReadonlyArray<{
        message: string;
        /** The code of zod's issue. */
        code?: string;
        path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
      }>
    | undefined;
}
/** Loads the contract's schema of what a form sends, which would otherwise delay the first paint. */
export type LoadSchema = () => Promise<Schema>;

/**
 * What a schema refuses, as messages by the paths of their fields, such as `depositLines.3.causeId`. `values` is what was
 * typed: a refused empty field is a missing one, whatever the schema calls it.
 */
export async function schemaErrors(
  schema: Schema | undefined,
  input: unknown,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  const result = await schema?.['~standard'].validate(input);
  for (const { path = [], message, code } of result?.issues ?? []) {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
    // Nobody typed what is about the whole, and the server says it.
    if (keys.length === 0) continue;
    // One field may stand for several parts of what is sent.
    const typed = keys.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? (value as Record<PropertyKey, unknown>)[key]
          : value,
      values,
    );
    // A comparison with another field ("custom") is not about being empty.
    const missing = (typed === '' || typed === undefined) && code !== 'custom';
    errors[keys.join('.')] ??= missing ? 'Required' : message;
  }
  return errors;
}

/** What the server makes of an input: texts without the blanks around them, for example. The input, if it is refused. */
export async function readBy(schema: Schema | undefined, input: unknown): Promise<unknown> {
  const result = await schema?.['~standard'].validate(input);
  return result && !result.issues ? result.value : input;
}

/** Messages at the fields that a form has: what is refused within a field, such as one of a list, is said at the field. */
export function atFields<Message>(
  errors: Readonly<Record<string, Message>>,
  names: ReadonlySet<string>,
): Record<string, Message> {
  // What is said of the field as a whole goes before what is said of a part.
  const placed = Object.fromEntries(Object.entries(errors).filter(([path]) => names.has(path)));
  for (const [path, message] of Object.entries(errors)) {
    let name = path;
    while (!names.has(name) && name.includes('.')) name = name.slice(0, name.lastIndexOf('.'));
    placed[names.has(name) ? name : path] ??= message;
  }
  return placed;
}
