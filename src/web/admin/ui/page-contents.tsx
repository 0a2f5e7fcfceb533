interface PageContentsProps {
  /** The id of each part, and what its link says. */
  parts: readonly { id: string; text: string }[];
}

/** Links to the parts of a long page. */
export function PageContents({ parts }: PageContentsProps) {
  return (
    <nav aria-label="On this page">
      <ul className="list row gap-5 gap-y-0 above-2">
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a className="tap" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
