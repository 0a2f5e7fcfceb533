/** See scripts/web-build/body-rules.ts. */
declare module 'virtual:body-rules' {
  import type { LoadSchema } from '#web/client/schema-errors.ts';

  const rules: Record<string, LoadSchema>;
  export default rules;
}
