import { z } from 'zod';

/** Names of fields that say who somebody is to reach, or how: by themselves they are enough to write to them. */
const contactFields =
  /^(email|replyTo|to|recipient\w*|phone|zip|postalAddress|address|house|postcode|firstName|lastName|donorName|donor|person|counterparty(Account)?|adviser\w*)$/;

/** The fields of a schema that hold contact data, with the path to each. */
export function contactFieldsIn(schema: z.ZodType | undefined, path = '', depth = 0): string[] {
  if (schema === undefined || depth > 12) return [];
  const inner = (one: unknown, name = path) => contactFieldsIn(one as z.ZodType, name, depth + 1);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => [
      ...(contactFields.test(name) ? [`${path}${name}`] : []),
      ...inner(field, `${path}${name}.`),
    ]);
  }
  if (schema instanceof z.ZodArray) return inner(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inner(option));
  if (schema instanceof z.ZodRecord) return inner(schema.valueType);
  if (schema instanceof z.ZodPipe) return inner(schema.out);
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap());
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return inner(schema.unwrap());
  }
  return [];
}
