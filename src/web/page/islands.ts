import type { ComponentType } from 'react';
import { prepareNotices } from '#web/client/notices.ts';

interface IslandModule {
  default: ComponentType<never>;
}

// Each is loaded only by the pages that have it.
const modules = import.meta.glob<IslandModule>('../site/**/*.island.tsx');

/** Brings the islands of the page to life. See `src/web/ui/island.tsx`. */
export async function startIslands(): Promise<void> {
  const blocks = [...document.querySelectorAll<HTMLScriptElement>('script[data-island]')];
  await Promise.all(
    blocks.map(async (block) => {
      if (block.dataset.urgent === undefined) await untilPageIsThere();
      await startIsland(block);
    }),
  );
}

/** Until everything shows and the browser has nothing better to do, or somebody has begun to use the page. */
async function untilPageIsThere(): Promise<void> {
  const isUsed = new Promise((resolve) => {
    for (const event of ['focusin', 'pointerdown']) {
      document.addEventListener(event, resolve, { once: true });
    }
  });
  await Promise.race([isLoaded().then(isIdle), isUsed]);
}

function isLoaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

// Safari has no requestIdleCallback.
function isIdle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}

async function startIsland(block: HTMLScriptElement): Promise<void> {
  const name = block.dataset.island;
  const [, load] =
    Object.entries(modules).find(([path]) => path.endsWith(`/${name}.island.tsx`)) ?? [];
  const container = block.nextElementSibling;
  if (load === undefined || container === null)
    throw new Error(`There is no island named ${name}.`);
  const early = catchSubmits(container);
  const [{ hydrate }, island] = await Promise.all([import('#web/page/hydrate.ts'), load()]);
  // The browser is about to leave with what was typed. An island would send it once more.
  if (early.isSent()) return;
  hydrate(container, island.default, JSON.parse(block.textContent));
  early.release();
  // Not before somebody touches it: most visitors only read.
  for (const event of ['focusin', 'pointerdown']) {
    container.addEventListener(event, prepareNotices, { once: true });
  }
}

/** How long a form that was submitted early waits for its script before the browser sends it, in milliseconds. */
const patience = 1_000;
/** How long a form that the browser sends counts as on its way: longer than any answer takes, in milliseconds. */
const longestWay = 15_000;

/**
 * Catches a form that is submitted before its script is there, to hand it to the script. If the script is late, the
 * browser sends the form by itself: once, however often it is submitted. It can be submitted anew if the visitor has
 * stopped it, or comes back.
 */
function catchSubmits(container: Element) {
  let caught: (() => void) | undefined;
  let state: 'waiting' | 'sending' | 'sent' = 'waiting';
  const controller = new AbortController();
  const beginAnew = () => {
    state = 'waiting';
    caught = undefined;
  };
  const submitted = (event: SubmitEvent) => {
    const { target, submitter } = event;
    if (event.defaultPrevented || !(target instanceof HTMLFormElement)) return;
    if (!container.contains(target)) return;
    if (state === 'sending') {
      state = 'sent';
      setTimeout(beginAnew, longestWay);
      return;
    }
    event.preventDefault();
    if (caught !== undefined) return;
    caught = () => target.requestSubmit(submitter);
    setTimeout(() => {
      if (controller.signal.aborted) return;
      state = 'sending';
      caught?.();
    }, patience);
  };
  // On the window: after whatever else may keep the form from leaving.
  const { signal } = controller;
  window.addEventListener('submit', submitted, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && beginAnew(), { signal });
  return {
    isSent: () => state === 'sent',
    release: () => {
      controller.abort();
      caught?.();
    },
  };
}
