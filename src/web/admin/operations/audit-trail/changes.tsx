import type { Change } from '#core/audit.ts';

/** What changed, and why. */
export function Changes({ changes, reason }: { changes: Change[]; reason: string | null }) {
  // Return nothing at all, so that phones leave out the line.
  if (changes.length === 0 && !reason) return null;
  return (
    <div className="anywhere numbers">
      {changes.map(({ field, before, after }) => (
        <p key={field}>
          <span className="soft">{field}:</span>{' '}
          {before !== null && after === null ? <del>{before}</del> : before}
          {before !== null && after !== null && (
            <>
              {' '}
              <span aria-hidden="true">→</span> <span className="visually-hidden">became</span>{' '}
            </>
          )}
          {after}
        </p>
      ))}
      {reason && (
        <p>
          <span className="soft">Reason:</span> {reason}
        </p>
      )}
    </div>
  );
}
