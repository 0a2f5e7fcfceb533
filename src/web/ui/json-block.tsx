interface JsonBlockProps {
  id?: string;
  island?: string;
  /** The island is started at once. */
  isUrgent?: boolean | undefined;
  value: unknown;
}

/** Data for a script, which no browser runs: the content security policy allows it. */
export function JsonBlock({ id, island, isUrgent, value }: JsonBlockProps) {
  return (
    <script
      type="application/json"
      id={id}
      data-island={island}
      data-urgent={isUrgent ? '' : undefined}
      // React would escape the quotation marks. "<" is escaped, so that no value can end the element.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', '\\u003c') }}
    />
  );
}
