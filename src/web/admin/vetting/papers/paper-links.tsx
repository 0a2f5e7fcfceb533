import { paperOriginalPath, paperPagePath } from '#contract/publishing/file-paths.ts';
import type { TeamPaper } from '#contract/vetting/questions.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import classes from '#web/admin/vetting/papers/paper-links.module.css';

/** Papers with their pages. */
export function PaperList({ label, papers }: { label: string; papers: TeamPaper[] }) {
  if (papers.length === 0) return null;
  return (
    <ul className="list" aria-label={label}>
      {papers.map((paper) => (
        <li key={paper.id}>
          <PaperLinks paper={paper} />
        </li>
      ))}
    </ul>
  );
}

/** A paper as pictures that we made of it: they open in the browser, whatever the file contains. */
export function PaperLinks({ paper }: { paper: TeamPaper }) {
  const { id, originalName, isPicture, state, failure, bytes, pages } = paper;
  const name = originalName ?? (isPicture ? 'Picture' : 'PDF');
  return (
    <span className={`row gap-4 gap-y-2 center ${classes.paper}`}>
      <span className="anywhere">{`${name}, ${formatBytes(bytes)}`}</span>
      {state === 'failed' && <span className="problem">{failure}</span>}
      {state === 'processing' && <span className="soft">Being prepared</span>}
      {pages.map((key, index) => (
        <a key={key} href={paperPagePath(id, key)} target="_blank" rel="noreferrer">
          <img
            src={paperPagePath(id, key)}
            alt={`${name}, page ${index + 1} of ${pages.length}`}
            loading="lazy"
          />
        </a>
      ))}
      {state === 'ready' && (
        <a href={paperOriginalPath(id)} download>
          Download as it was sent
        </a>
      )}
    </span>
  );
}
