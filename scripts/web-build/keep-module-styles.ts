import type { Plugin } from 'vite';

/**
 * Keeps the styles of CSS modules whose class names no script uses: only the server draws what they are for. Vite would
 * leave them out, and exporting all names instead would make each form load 1 kB of names that it does not need.
 */
export function keepModuleStyles(): Plugin {
  return {
    name: 'keep-module-styles',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, moduleSideEffects: 'no-treeshake', map: null }),
    },
  };
}
