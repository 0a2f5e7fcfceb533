import type { ComponentType } from 'react';
import { prepareNotices } from '#web/client/notices.ts';

interface IslandModule {
  default: ComponentType<never>;
}

// Each is loaded only by the pages that have it.
const modules = import.meta.glob<IslandModule>('../site/**/*.island.tsx');

/** Brings the islands of the page to life. See `src/web/ui/island.tsx`. */
export async function startIslands(): Promise<void> {
  const blocks = document.querySelectorAll<HTMLScriptElement>('script[data-island]');
  await Promise.all([...blocks].map(startIsland));
}

async function startIsland(block: HTMLScriptElement): Promise<void> {
  const name = block.dataset.island;
  const [, load] =
    Object.entries(modules).find(([path]) => path.endsWith(`/${name}.island.tsx`)) ?? [];
  const container = block.nextElementSibling;
  if (load === undefined || container === null)
    throw new Error(`There is no island named ${name}.`);
  const [{ hydrate }, island] = await Promise.all([import('#web/page/hydrate.ts'), load()]);
  hydrate(container, island.default, JSON.parse(block.textContent));
  prepareNotices();
}
