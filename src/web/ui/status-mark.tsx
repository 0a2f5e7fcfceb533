import classes from '#web/ui/status-mark.module.css';

/** The shape of the mark, so that color is never the only signal. */
export type StatusShape = 'ring' | 'dot' | 'cross' | 'tick' | 'stop';

/** A status as a word with a small mark. */
export function StatusMark({ shape, word }: { shape: StatusShape; word: string }) {
  return (
    <span className={classes.status} data-shape={shape}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {shape === 'ring' && <circle cx="7" cy="7" r="5" />}
        {shape === 'dot' && <circle cx="7" cy="7" r="5.5" className={classes.filled} />}
        {shape === 'stop' && <rect x="2" y="2" width="10" height="10" rx="2" />}
        {shape === 'cross' && <path d="m3 3 8 8M11 3l-8 8" />}
        {shape === 'tick' && <path d="m2 7.500 3.500 3.500L12 3.500" />}
      </svg>
      {word}
    </span>
  );
}
