import type { ComponentType } from 'react';
import { JsonBlock } from '#web/ui/json-block.tsx';

interface IslandProps<Props extends object> {
  /** The name of its file: `contact-form` is drawn by `contact-form.island.tsx`. */
  name: string;
  component: ComponentType<Props>;
  /** Travels to the browser as JSON. */
  props: Props;
  /** It has what visitors came for, such as the page behind a private link. Others wait until the page is there. */
  isUrgent?: boolean;
}

/**
 * A part of a document that script brings to life. It is drawn by the server like everything else; then
 * `src/web/page/islands.ts` hydrates it from the JSON block before it, by itself. So it must draw the same in both
 * places: from its props alone, and without `useId`, whose results depend on the whole tree.
 */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  isUrgent,
}: IslandProps<Props>) {
  return (
    <>
      <JsonBlock island={name} isUrgent={isUrgent} value={props} />
      {/* What it shows next may be shorter or longer: as high as the window, so that no footer jumps. */}
      <div className={isUrgent ? 'window-high' : undefined}>
        <Component {...props} />
      </div>
    </>
  );
}
