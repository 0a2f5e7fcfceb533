/** The part of a schema (zod's, by the Standard Schema convention) that a form needs. */
export interface Schema {
  '~standard': {
    validate(values: unknown): SchemaResult | Promise<SchemaResult>;
  };
}
interface SchemaResult {
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
 * What a schema refuses, as messages by field name. `values` is what was typed: a refused empty field is a missing one,
 * whatever the schema calls it.
 */
export async function schemaErrors(
  schema: Schema | undefined,
  input: unknown,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  const result = await schema?.['~standard'].validate(input);
  for (const { path = [], message, code } of result?.issues ?? []) {
    const first = path[0];
    const name = String(typeof first === 'object' ? first.key : first);
    // A comparison with another field ("custom") is not about being empty.
    const missing = (values[name] === '' || values[name] === undefined) && code !== 'custom';
    errors[name] ??= missing ? 'Required' : message;
  }
  return errors;
}
