import { useEffect, useRef } from 'react';
import classes from '#web/ui/progress-ring.module.css';

const circumference = 2 * Math.PI * 20;
/** The ring steps every 25 ms; at a percent a step, it fills in 2.5 s. */
const stepMs = 25;

interface ProgressRingProps {
  /** What screen readers hear; null if a text beside the ring says it. */
  label?: string | null;
  size?: number;
}

/** A ring that fills from 0 to 100 percent and restarts, for waits of unknown length. */
export function ProgressRing({ label = 'Loading', size = 48 }: ProgressRingProps) {
  const arc = useRef<SVGCircleElement>(null);

  useEffect(() => {
    let percent = 0;
    // Writes to the element directly: forty renders a second would be a lot for a ring.
    const timer = setInterval(() => {
      percent = percent >= 100 ? 0 : percent + 1;
      arc.current?.setAttribute('stroke-dashoffset', String(circumference * (1 - percent / 100)));
    }, stepMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div role={label === null ? undefined : 'status'} className={classes.ring}>
      <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
        <circle className={classes.track} cx="24" cy="24" r="20" />
        <circle
          ref={arc}
          className={classes.arc}
          cx="24"
          cy="24"
          r="20"
          strokeDasharray={circumference}
          strokeDashoffset={circumference}
        />
      </svg>
      {label !== null && <span className="visually-hidden">{label}</span>}
    </div>
  );
}

/** A {@link ProgressRing} in the place of a page's content: as high as the window, so that no footer jumps. */
export function ContentRing({ label }: { label: string }) {
  return (
    <div className={classes.content}>
      <ProgressRing label={label} />
    </div>
  );
}

/** A {@link ProgressRing} in the middle of an otherwise empty page. */
export function FullPageRing() {
  return (
    <div className={classes.fullPage}>
      <ProgressRing size={64} />
    </div>
  );
}
