/** See scripts/web-build/menu-icons.ts. */
declare module 'virtual:menu-icons' {
  import type { Icon } from '@tabler/icons-react';

  const icons: Record<string, Icon>;
  export default icons;
}
