/* The script of the application during development: with what shows changes as they are saved. */

import '@vitejs/plugin-react/preamble';
// @ts-expect-error Vite serves it; no file has this name.
import '/@vite/client';

await import('#web/app/main.tsx');
