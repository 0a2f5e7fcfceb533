import { globSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';
import { firstView } from './scripts/web-build/first-view.ts';
import { precompress } from './scripts/web-build/precompress.ts';

/**
 * Method and path of every endpoint of the contract, by its name there. The web code gets this
 * instead of the endpoint objects, whose zod schemas would cost each visitor 25 kB before the first
 * paint; `src/web/endpoints.ts` puts the contract's types back on.
 */
async function endpointTable() {
  const table: Record<string, { method: string; path: string }> = {};
  for (const file of globSync(`${import.meta.dirname}/src/contract/!(*.test).ts`)) {
    for (const [name, value] of Object.entries(await import(file))) {
      if (typeof value !== 'object' || value === null || !('access' in value)) continue;
      const { method, path } = value as unknown as Endpoint;
      table[name] = { method, path };
    }
  }
  return table;
}

/** Everything that the forms have in common; few files are faster than many on a phone's line. */
const formParts =
  /src\/web\/ui\/(?:.*field|honeypot|thank-you|use-submit-form|use-idempotency-key|form-fields)|features\/causes\/queries|src\/web\/styles\/form-page|@mantine\/form|components\/(?:Input|InlineInput|TextInput|Textarea|NativeSelect|Checkbox)\//;

export default defineConfig({
  root: 'src/web',
  plugins: [react(), firstView(), precompress()],
  define: {
    __ENDPOINTS__: JSON.stringify(await endpointTable()),
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Nothing as data: in the page: the content security policy allows it for pictures only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 3 },
            { name: 'core', test: /src\/core/, priority: 2 },
            { name: 'forms', test: formParts, priority: 1 },
            { name: 'schemas', test: /node_modules\/zod|src\/contract/ },
          ],
        },
      },
    },
  },
});
