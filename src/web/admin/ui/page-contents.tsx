import classes from '#web/admin/ui/page-contents.module.css';

interface PageContentsProps {
  /** The id of each part, and what its link says. */
  parts: readonly { id: string; text: string }[];
}

/** Links to the parts of a long page. */
export function PageContents({ parts }: PageContentsProps) {
  return (
    <nav className={classes.contents} aria-label="On this page">
      <ul>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
