import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from '#web/frame/color-scheme-toggle.module.css';

/*
 * Light or dark. Both names are drawn, and the style shows the one of the other scheme: the server does not know which
 * scheme the browser has. `src/web/page/color-scheme.ts` does what a press asks for.
 */

interface ColorSchemeToggleProps {
  className: string | undefined;
  /** Whether the names are read only by screen readers. */
  isIcon?: boolean;
}

/** Changes between light and dark. */
export function ColorSchemeToggle({ className, isIcon = false }: ColorSchemeToggleProps) {
  const name = isIcon ? 'visually-hidden' : undefined;
  return (
    <button type="button" className={`${classes.toggle} ${className}`} data-color-scheme-toggle="">
      <span className={classes.toDark}>
        <IconMoon size={22} aria-hidden="true" />
        <span className={name}>Dark mode</span>
      </span>
      <span className={classes.toLight}>
        <IconSun size={22} aria-hidden="true" />
        <span className={name}>Light mode</span>
      </span>
    </button>
  );
}
