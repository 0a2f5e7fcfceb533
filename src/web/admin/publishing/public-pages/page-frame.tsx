import { useElementSize } from '@mantine/hooks';
import classes from '#web/admin/publishing/public-pages/page-frame.module.css';
import { passEscapeOn } from '#web/admin/ui/pass-escape-on.ts';

interface PageFrameProps {
  title: string;
  html: string;
  /** Of the window that it is shown as in, in CSS pixels; scaled down to the room that there is. */
  width: number;
}

/**
 * A page of the site as a browser without script shows it. Nothing in it runs or opens: the frame allows no scripts,
 * forms, or new windows.
 */
export function PageFrame({ title, html, width }: PageFrameProps) {
  const room = useElementSize();
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  const scheme = document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light';
  return (
    <div ref={room.ref} className={classes.room}>
      <iframe
        className={classes.page}
        title={title}
        // Same origin only so that its styles and fonts load, the pictures that only administrators can open, and so
        // that we notice Escape.
        sandbox="allow-same-origin"
        srcDoc={html
          .replace('<html lang="en"', `<html lang="en" data-mantine-color-scheme="${scheme}"`)
          // Otherwise, links would open in the frame.
          .replace('<head>', '<head><base target="_blank">')}
        style={{ width, height: room.height / scale, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) => passEscapeOn(currentTarget)}
      />
    </div>
  );
}
