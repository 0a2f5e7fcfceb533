import { Fragment } from 'react';

// A longer part, which hardly any address has, breaks anywhere before it makes a table wider than its place.
const longestPart = 24;

/** An email address that breaks where one reads on: after the @ and after dots and other marks. */
export function EmailText({ address }: { address: string }) {
  const parts = address.split(/(?<=[@.+_-])/);
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span className={part.length > longestPart ? undefined : 'unbroken'}>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
