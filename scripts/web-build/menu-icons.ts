import type { Plugin } from 'vite';
import { type AdminPage, adminPages } from '#contract/admin-pages.ts';

const name = 'virtual:menu-icons';

/** The module `virtual:menu-icons`: the icons of the menu, by the names that the contract has for them. */
export function menuIcons(): Plugin {
  return {
    name: 'menu-icons',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const icons = Object.values<AdminPage>(adminPages).flatMap(({ menu }) => menu?.[2] ?? []);
      const names = icons.map((icon) => `Icon${icon} as ${icon}`);
      return `import { ${names.join(', ')} } from '@tabler/icons-react';
        export default { ${icons.join(', ')} };`;
    },
  };
}
