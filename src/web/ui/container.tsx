import type { HTMLAttributes } from 'react';
import classes from '#web/ui/container.module.css';

interface ContainerProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'main';
  /** How wide its content gets: a short form, a message, or a whole page. */
  size?: 'small' | 'medium' | 'large';
}

/** What is in the middle of the page, with margins beside it. */
export function Container({
  as: Element = 'div',
  size = 'large',
  className = '',
  ...props
}: ContainerProps) {
  return (
    <Element className={`${classes.container} ${className}`} data-container={size} {...props} />
  );
}
