import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { actionTexts } from '#contract/audit-actions.ts';
import { contractEndpoints } from '#server/platform/http/contract-exports.ts';
import { apiDocs } from './scripts/web-build/api-docs.ts';
import { bodyRules } from './scripts/web-build/body-rules.ts';
import { filterShapes } from './scripts/web-build/filter-shapes.ts';
import { keepModuleStyles } from './scripts/web-build/keep-module-styles.ts';
import { menuIcons } from './scripts/web-build/menu-icons.ts';
import { precompress } from './scripts/web-build/precompress.ts';
import { textLimits } from './scripts/web-build/text-limits.ts';
import { withoutWords } from './scripts/web-build/without-words.ts';

/**
 * Method and path of the endpoints that anybody may call, or of the others with what they filter lists by and how long their
 * texts can be, by their names in the contract. The web code gets this instead of the endpoint objects, whose zod schemas would cost each visitor 25 kB
 * before the first paint; `src/web/client/endpoints.ts` puts the contract's types back on.
 */
async function endpointTable(callers: 'public' | 'team') {
  const endpoints = (await contractEndpoints()).filter(
    ({ endpoint }) => (endpoint.access === 'public') === (callers === 'public'),
  );
  return Object.fromEntries(
    endpoints.map(({ name, endpoint }) => {
      const { method, path } = endpoint;
      if (callers === 'public') return [name, { method, path }];
      return [
        name,
        { method, path, filters: filterShapes(endpoint), limits: textLimits(endpoint) },
      ];
    }),
  );
}

/** The styles of the documents, in one file for all of them. */
const documentStyles =
  /@fontsource|src\/web\/(?:theme\/.*\.css|(?:frame|shared|site|ui)\/.*\.module\.css)/;

/** What the script of every page is made of; nothing in it needs React. */
const pageParts =
  /src\/(?:core\/platform\/(?:money|typed-amounts|written-amounts)|contract\/form-headers|web\/client\/(?:api-client|book-currency|donation-draft|endpoints|error-message|notices|tab-storage))\.ts/;

/** The notices, which come with the first one: without a group, they would come with the administrators' parts. */
const noticeParts = /src\/web\/ui\/(?:notify|toaster|action-notice|text-button)|react-hot-toast/;

/** What islands are made of. */
const islandParts =
  /src\/(?:contract\/(?:documents|form-fields|pages|site)|web\/(?:client\/(?!challenge)|ui\/(?!notify|toaster|action-notice|text-button|status-mark|message-screen|progress-ring|narrow-page)))/;

/** What most forms of the documents are made of. */
const formParts =
  /src\/(?:core\/vetting\/nomination-needs|web\/shared\/use-checked-form|web\/site\/(?:shared\/(?:contact-fields|fields|form|use-site-form)|vetting\/causes))/;

/** What the pages behind private links show beside. */
const viewParts =
  /src\/(?:core\/platform\/dates|web\/(?:shared\/(?!use-checked-form)|ui\/(?:status-mark|message-screen|progress-ring|narrow-page)))/;

/** What most pages of the administrators are made of. */
const adminParts = /src\/web\/admin\/(?:client|shared|ui)\//;

/** The rules of the forms that visitors fill in; those of the administrators' forms come one by one. */
const visitorSchemas =
  /node_modules\/zod|src\/contract\/(?:challenge|endpoint|errors|fields|ids|(?:giving|payments|plans|receipts)\/[a-z]+|people\/(?:sign-in|users)|vetting\/(?!questions)[a-z]+)\.ts$/;

/**
 * Two builds in one run: what browsers load, and `render.js`, with which the server draws documents. It contains all
 * that it needs, so that a live site has neither React nor Vite installed.
 */
export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    root: 'src/web',
    plugins: [
      react(),
      bodyRules(),
      menuIcons(),
      withoutWords(),
      keepModuleStyles(),
      precompress(),
      apiDocs(),
    ],
    define: {
      __PUBLIC_ENDPOINTS__: JSON.stringify(await endpointTable('public')),
      __ACTION_TEXTS__: JSON.stringify(actionTexts),
      __TEAM_ENDPOINTS__: JSON.stringify(await endpointTable('team')),
    },
    builder: {},
    // During development, the inputs below would be looked for from `root`.
    optimizeDeps: { entries: ['app/main.tsx', 'page/main.ts'] },
    environments: {
      client: {
        build: {
          outDir: '../../dist/web',
          emptyOutDir: true,
          manifest: true,
          // Nothing as data: in the page: the content security policy allows it for pictures only.
          assetsInlineLimit: 0,
          // Whoever starts a site can do nothing about it; what visitors load has a budget in test/budgets.ts.
          chunkSizeWarningLimit: 2_000,
          rolldownOptions: {
            input: {
              application: 'src/web/app/main.tsx',
              page: 'src/web/page/main.ts',
              styles: 'src/web/page/styles.ts',
            },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'styles', test: documentStyles, priority: 4 },
                  {
                    name: 'react',
                    test: /node_modules\/(?:react|react-dom|scheduler)\//,
                    priority: 3,
                  },
                  { name: 'client', test: pageParts, priority: 3 },
                  { name: 'ui', test: islandParts, priority: 2 },
                  { name: 'forms', test: formParts, priority: 2 },
                  { name: 'views', test: viewParts, priority: 2 },
                  { name: 'notices', test: noticeParts, priority: 1 },
                  { name: 'schemas', test: visitorSchemas, priority: 1 },
                  { name: 'admin', test: adminParts },
                ],
              },
            },
          },
        },
      },
      ssr: {
        resolve: {
          // During development, Node loads React itself.
          noExternal: command === 'build' ? true : [],
        },
        build: {
          outDir: '../../dist/site',
          emptyOutDir: true,
          copyPublicDir: false,
          rolldownOptions: { input: { render: 'src/web/render/render.tsx' } },
        },
      },
    },
  }),
);
