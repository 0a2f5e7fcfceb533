import { formatCents } from '#core/platform/money.ts';
import classes from '#web/site/publishing/money/money-flow.module.css';

/** A place where money is. The tone shows how close it is to its purpose. */
export interface MoneyPlace {
  label: string;
  cents: number;
  tone: 'spent' | 'allocated' | 'waiting' | 'returned';
}

interface MoneyFlowProps {
  /** What the chart shows, in words. */
  title: string;
  places: MoneyPlace[];
}

const height = 260;
const gap = 14;
const lineHeight = 24;
/** Keeps even a place with one cent visible. */
const thinnest = 5;
/** Characters that fit beside the streams. */
const longestLine = 26;

/** A label broken between words into at most two lines, shortened if it does not fit. */
function inTwoLines(label: string): string[] {
  if (label.length <= longestLine) return [label];
  const lastGap = label.lastIndexOf(' ', longestLine);
  const end = lastGap > 0 ? lastGap : longestLine;
  const rest = label.slice(end).trimStart();
  return [
    label.slice(0, end),
    rest.length > longestLine ? `${rest.slice(0, longestLine - 1).trimEnd()}…` : rest,
  ];
}

/** A flow chart: one stream of money that splits into one for each place that holds money. */
export function MoneyFlow({ title, places }: MoneyFlowProps) {
  const filled = places.filter(({ cents }) => cents > 0);
  const total = filled.reduce((sum, { cents }) => sum + cents, 0);
  if (total === 0) return null;
  // Room for the label of each stream, however thin it is.
  const rowHeight = Math.max(92, (height - gap * (filled.length - 1)) / filled.length);
  const fullHeight = Math.max(height, filled.length * rowHeight);
  const sourceTop = (fullHeight - height) / 2;
  let used = 0;
  const streams = filled.map((place, index) => {
    const thickness = Math.max(thinnest, (place.cents / total) * (height - gap * filled.length));
    const from = sourceTop + (used / total) * height;
    used += place.cents;
    const to = sourceTop + (used / total) * height;
    const middle = (index + 0.5) * (fullHeight / filled.length);
    const lines = inTwoLines(place.label);
    return {
      ...place,
      index,
      lines,
      from,
      to,
      middle,
      thickness: Math.min(thickness, rowHeight - 6),
    };
  });
  const words = filled.map(({ label, cents }) => `${label}: ${formatCents(cents)}`).join('; ');
  return (
    <>
      <PlaceBars places={filled} total={total} />
      <svg
        className={classes.picture}
        viewBox={`0 0 600 ${fullHeight}`}
        role="img"
        aria-label={`${title}. ${words}.`}
      >
        <rect className={classes.source} x="0" y={sourceTop} width="14" height={height} rx="3" />
        {streams.map(({ index, lines, cents, tone, from, to, middle, thickness }) => (
          <g key={index} data-tone={tone} className={classes.stream}>
            <path
              d={`M14 ${from}C150 ${from} 150 ${middle - thickness / 2} 290 ${middle - thickness / 2}V${middle + thickness / 2}C150 ${middle + thickness / 2} 150 ${to} 14 ${to}Z`}
            />
            <text
              className={classes.figure}
              x="306"
              y={middle + 9 - (lines.length * lineHeight) / 2}
            >
              {formatCents(cents)}
            </text>
            <text className={classes.label} y={middle + 35 - (lines.length * lineHeight) / 2}>
              {lines.map((line, lineIndex) => (
                <tspan key={line} x="306" dy={lineIndex * lineHeight}>
                  {line}
                </tspan>
              ))}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

/** The same for a phone, where the words beside the streams would be too small: one bar, and what its parts are. */
function PlaceBars({ places, total }: { places: MoneyPlace[]; total: number }) {
  return (
    // The picture has these words for screen readers, and the table beside it has the amounts.
    <div className={classes.bars} aria-hidden="true">
      <div className={classes.bar}>
        {places.map(({ label, cents, tone }) => (
          <span key={label} data-tone={tone} style={{ flexGrow: cents / total }} />
        ))}
      </div>
      <ul className={`list above-3 ${classes.legend}`}>
        {places.map(({ label, cents, tone }) => (
          <li key={label} data-tone={tone}>
            <span>{label}</span>
            <strong className="numbers">{formatCents(cents)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
