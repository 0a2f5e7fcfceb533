/* The script of every document during development: with what shows changes as they are saved. */

import '@vitejs/plugin-react/preamble';
// @ts-expect-error Vite serves it; no file has this name.
import '/@vite/client';
import '#web/page/styles.ts';

await import('#web/page/main.ts');
