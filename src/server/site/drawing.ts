import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Assets, DrawDocument, View } from '#contract/documents.ts';

/* Loads what draws pages, and the files that each page needs. */

/** How a view becomes HTML, and which files its page needs. */
export interface Drawing {
  draw: (...args: Parameters<DrawDocument>) => string | Promise<string>;
  assetsOf: (view: View) => Assets;
}

/** Where `npm run build` puts what browsers load. */
export const webBuildDir = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
const renderer = fileURLToPath(new URL('../../../dist/site/render.js', import.meta.url));

/** An entry of Vite's manifest. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The drawing of the built site. */
export async function loadBuiltDrawing(): Promise<Drawing> {
  const { drawDocument } = (await import(pathToFileURL(renderer).href)) as {
    drawDocument: DrawDocument;
  };
  const manifestFile = join(webBuildDir, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, Chunk>;

  /** The files of an entry and of everything that it imports. */
  const filesOf = (name: string, files: { scripts: Set<string>; styles: Set<string> }) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (files.scripts.has(`/${chunk.file}`)) return files;
    files.scripts.add(`/${chunk.file}`);
    for (const style of chunk.css ?? []) files.styles.add(`/${style}`);
    for (const imported of chunk.imports ?? []) filesOf(imported, files);
    return files;
  };
  const partsOf = (...names: string[]) => {
    const files = { scripts: new Set<string>(), styles: new Set<string>() };
    for (const name of names) filesOf(name, files);
    return { scripts: [...files.scripts], styles: [...files.styles] };
  };
  // That of the texts. The one of the headings comes after the first paint, which it would hold up.
  const fonts = Object.values(manifest)
    .map(({ file }) => `/${file}`)
    .filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file));

  const page = partsOf('page/main.ts');
  const styles = partsOf('page/styles.ts').styles;
  const application = partsOf('app/main.tsx');
  const islands: Assets['islands'] = {};
  for (const name of Object.keys(manifest)) {
    const [, island] = /\/([a-z-]+)\.island\.tsx$/.exec(name) ?? [];
    if (island !== undefined) islands[island] = partsOf(name, 'page/hydrate.ts').scripts;
  }
  const documentAssets: Assets = { styles, script: page.scripts[0] ?? '', fonts, islands };
  const applicationAssets: Assets = {
    // The shared style sheet first: it says which layer of styles wins.
    styles: [...new Set([...styles, ...application.styles])],
    script: application.scripts[0] ?? '',
    fonts,
    islands: {},
  };
  return {
    draw: drawDocument,
    assetsOf: ({ page: name }) => (name === 'application' ? applicationAssets : documentAssets),
  };
}
