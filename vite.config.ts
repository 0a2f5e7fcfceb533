import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as allocations from '#contract/allocations.ts';
import * as auth from '#contract/auth.ts';
import * as causes from '#contract/causes.ts';
import * as contact from '#contract/contact.ts';
import * as dashboard from '#contract/dashboard.ts';
import * as donations from '#contract/donations.ts';
import * as nominations from '#contract/nominations.ts';
import * as users from '#contract/users.ts';

/**
 * Method and path of every endpoint of the contract, by its name there. The web code gets this
 * instead of the endpoint objects, whose zod schemas would cost each visitor 25 kB before the first
 * paint; `src/web/endpoints.ts` puts the contract's types back on.
 */
function endpointTable(...modules: Record<string, unknown>[]) {
  const table: Record<string, { method: string; path: string }> = {};
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (typeof value !== 'object' || value === null || !('access' in value)) continue;
    const { method, path } = value as unknown as { method: string; path: string };
    table[name] = { method, path };
  }
  return table;
}

/** The two faces that the first paint needs; the other subsets load when a letter asks for them. */
const preloadedFonts = /(?:fraunces-latin-opsz|figtree-latin-wght)-normal.*\.woff2$/;

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => preloadedFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  root: 'src/web',
  plugins: [react(), preloadFonts()],
  define: {
    __ENDPOINTS__: JSON.stringify(
      endpointTable(allocations, auth, causes, contact, dashboard, donations, nominations, users),
    ),
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Nothing as data: in the page: the content security policy allows it for pictures only.
    assetsInlineLimit: 0,
  },
});
