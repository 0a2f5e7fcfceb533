import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';
import type { publicPages } from '#contract/pages.ts';
import { getSession } from '#contract/people/sign-in.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { listCauses } from '#contract/vetting/causes.ts';

/** What a public page shows first: its own script, and the lists that it requests from the server. */
const firstViews: Record<keyof typeof publicPages | 'need', { module: string; data: Endpoint[] }> =
  {
    home: { module: 'site/home/home-page.tsx', data: [] },
    donate: { module: 'site/giving/donations/donate-page.tsx', data: [listCauses] },
    nominate: { module: 'site/vetting/nominations/nominate-page.tsx', data: [listCauses] },
    impact: { module: 'site/publishing/impact/impact-page.tsx', data: [getImpact] },
    need: { module: 'site/publishing/needs/need-page.tsx', data: [] },
    contact: { module: 'site/operations/contact/contact-page.tsx', data: [] },
    privacyPolicy: { module: 'site/legal/privacy-policy-page.tsx', data: [] },
    termsOfService: { module: 'site/legal/terms-of-service-page.tsx', data: [] },
  };

/** The two font files that the first paint needs; the others load when a character needs them. */
const fonts = /(?:fraunces-latin-wght|figtree-latin-wght)-normal.*\.woff2$/;

/**
 * Adds hints to the HTML about what the first view will need, so that everything loads in parallel instead of in
 * sequence: on every page, the session check and the fonts; for each public page, in an HTML file of its own, its
 * script, its style, and its lists.
 */
export function firstView(): Plugin {
  return {
    name: 'first-view',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        dataTag(getSession),
        ...Object.keys(bundle)
          .filter((file) => fonts.test(file))
          .map((file) =>
            linkTag({ rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2' }),
          ),
      ],
    },
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html.');
      const html = String(index.source);
      for (const [name, { module, data }] of Object.entries(firstViews)) {
        const tags = [...partTags(bundle, module), ...data.map(dataTag)]
          // Every page already has these.
          .filter(({ attrs }) => !html.includes(`"${attrs?.href}"`))
          .map(({ attrs }) => `  <link${attributes(attrs)}>\n  `);
        this.emitFile({
          type: 'asset',
          fileName: `pages/${name}.html`,
          source: html.replace('</head>', `${tags.join('')}  </head>`),
        });
      }
    },
  };
}

/** The script that contains a lazily loaded module, and everything that this script needs. */
function partTags(bundle: Rolldown.OutputBundle, module: string): HtmlTagDescriptor[] {
  const first = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/src/web/${module}`),
  );
  if (first === undefined) throw new Error(`The build has no part for ${module}.`);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || scripts.has(name)) return;
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(add);
  };
  add(first.fileName);
  return [
    ...[...scripts].map((file) => linkTag({ rel: 'modulepreload', href: `/${file}` })),
    ...[...styles].map((file) => linkTag({ rel: 'preload', href: `/${file}`, as: 'style' })),
  ];
}

/** Requested exactly as `src/web/client/api-client.ts` does; otherwise, the browser would request it twice. */
function dataTag({ path }: Endpoint): HtmlTagDescriptor {
  return linkTag({ rel: 'preload', href: path, as: 'fetch', crossorigin: 'use-credentials' });
}

function linkTag(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { crossorigin: '', ...attrs }, injectTo: 'head' };
}

function attributes(attrs: HtmlTagDescriptor['attrs'] = {}): string {
  return Object.entries(attrs)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`))
    .join('');
}
