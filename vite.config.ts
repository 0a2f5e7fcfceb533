import { globSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';
import { firstView } from './scripts/web-build/first-view.ts';
import { precompress } from './scripts/web-build/precompress.ts';

/**
 * Method and path of every endpoint of the contract, by its name there. The web code gets this
 * instead of the endpoint objects, whose zod schemas would cost each visitor 25 kB before the first
 * paint; `src/web/client/endpoints.ts` puts the contract's types back on.
 */
async function endpointTable() {
  const table: Record<string, { method: string; path: string }> = {};
  for (const file of globSync(`${import.meta.dirname}/src/contract/**/!(*.test).ts`)) {
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
  /src\/web\/(?:ui|shared|client|admin\/people\/sign-in|site(?:\/[a-z/]*)?)\/(?:[a-z-]*fields?(?:et)?|form|honeypot|thank-you|use-submit-form|use-idempotency-key|form-fields|form-page|narrow-page|cause-queries)\.|@mantine\/form|components\/(?:Input|InlineInput|TextInput|Textarea|NativeSelect|Checkbox)\//;

/** What several public pages have in common besides, so that none of it comes with the administrators' parts. */
const pageParts = /src\/web\/ui\/(?:error-notice|status-mark)\./;

/** What most pages of the administrators are made of; visitors load none of it. */
const adminParts =
  /src\/web\/(?:admin\/(?:queries|shared)\/|ui\/(?:banner|copy-button|data-table|detail-list|filter-[a-z]+|focus-content|form-modal|inline-form|modal|modal-actions|page-header|reasoned-button|row-actions|text-button|titled-section|use-focus-back|use-last-value|use-modal)\.)/;

/** The rules of the forms that visitors fill in; those of the administrators' forms come one by one. */
const visitorSchemas =
  /node_modules\/zod|src\/contract\/(?:[a-z-]+|giving\/[a-z]+|people\/(?:sign-in|users)|vetting\/[a-z]+)\.ts/;

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
            { name: 'parts', test: pageParts, priority: 1 },
            { name: 'schemas', test: visitorSchemas, priority: 1 },
            { name: 'use-intersection', test: /use-intersection/, priority: 1 },
            { name: 'query-state', test: /use-query-state/, priority: 1 },
            { name: 'infinite-query', test: /[iI]nfiniteQuery/, priority: 1 },
            { name: 'admin', test: adminParts },
          ],
        },
      },
    },
  },
});
