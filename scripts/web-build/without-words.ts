import type { Plugin } from 'vite';

/**
 * Leaves out of the contract what browsers never show: the line of an endpoint in the reference, and what it records in the
 * words of the audit trail. Visitors would load those of their forms.
 */
export function withoutWords(): Plugin {
  return {
    name: 'without-words',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/contract\/.+\.ts/ },
      handler: (code) => ({
        code: code.replaceAll(/^ {2}(?:summary:\s+(['`])[^'`]+\1|records: \{[^}]+\}),$/gm, ''),
        map: null,
      }),
    },
  };
}
