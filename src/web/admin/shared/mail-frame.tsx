import { useState } from 'react';
import classes from '#web/admin/shared/mail-frame.module.css';
import { passEscapeOn } from '#web/admin/ui/pass-escape-on.ts';

/** The email as it is. Nothing in it runs or opens: the frame allows no scripts, forms, or new windows. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(480);
  return (
    <iframe
      className={`block full above-5 ${classes.mail}`}
      title={title}
      // Same origin only so that we can read its height and notice Escape.
      sandbox="allow-same-origin"
      // Otherwise, links would open in the frame, where the site's pages refuse to load.
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      style={{ height }}
      onLoad={({ currentTarget }) => {
        setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height);
        passEscapeOn(currentTarget);
      }}
    />
  );
}
