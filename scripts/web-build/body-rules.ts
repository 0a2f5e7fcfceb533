import type { Plugin } from 'vite';
import { contractEndpoints } from '#server/platform/http/contract-exports.ts';

const name = 'virtual:body-rules';

/**
 * The module `virtual:body-rules`: for each endpoint that takes a body, what loads the contract's schema of it. So a form
 * names only the endpoint that it calls, and its rules come when somebody fills it in.
 */
export function bodyRules(): Plugin {
  return {
    name: 'body-rules',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const rules = (await contractEndpoints())
        .filter(({ endpoint }) => endpoint.body !== undefined)
        .map(({ file, name, endpoint: { method, path } }) => {
          // Another module than the one of the visitors' forms, which would grow by what only the team needs.
          const module = JSON.stringify(`${file}?rules`);
          const load = `import(${module}).then((contract) => contract.${name}.body)`;
          return `${JSON.stringify(`${method} ${path}`)}: () => ${load},`;
        });
      return `export default {\n${rules.join('\n')}\n};`;
    },
  };
}
