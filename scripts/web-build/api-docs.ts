import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { compressFiles } from './precompress.ts';

const dir = 'dist/api-docs';
const pageParts = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** Writes the API reference: its document, and the files of its page, all of them compressed. */
export function apiDocs(): Plugin {
  return {
    name: 'api-docs',
    apply: 'build',
    // Once, not for each of the two builds.
    applyToEnvironment: ({ name }) => name === 'ssr',
    async writeBundle() {
      // Not while Vite reads its configuration: `npm run dev` needs none of it.
      const { makeApiDocument } = await import('#server/platform/http/make-api-document.ts');
      const { pageFiles } = await import('#server/platform/http/api-reference.ts');
      await rm(dir, { recursive: true, force: true });
      await mkdir(dir, { recursive: true });
      await writeFile(`${dir}/openapi.json`, await makeApiDocument());
      for (const name of pageParts) await copyFile(pageFiles + name, `${dir}/${name}`);
      // The document last: its compressed copies tell build-when-stale.ts that the build has ended.
      for (const name of [...pageParts, 'openapi.json']) await compressFiles([`${dir}/${name}`]);
    },
  };
}
