import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import classes from '#web/admin/ui/folded-section.module.css';

interface FoldedSectionProps {
  /** What the fragment of a link names to open it. */
  id: string;
  title: string;
  /** What is in it, for whoever sees it shut: how many, or in words. */
  summary?: number | string | undefined;
  /** Whether it means something already, so that it is open until somebody shuts it. */
  opens: boolean;
  children: ReactNode;
}

/** Whether an address asks for every section, such as to print them. */
export const isEverythingOpen = (search: string) =>
  new URLSearchParams(search).get('open') === 'all';

/** A section of a long page behind its own heading. What is typed in it stays while it is shut. */
export function FoldedSection({ id, title, summary, opens, children }: FoldedSectionProps) {
  const { hash, search, key } = useLocation();
  const [chosen, setChosen] = useState<boolean | null>(null);
  // What has lost its meaning meanwhile does not shut under whoever reads or types in it.
  const [stays, setStays] = useState(opens);
  if (opens && !stays) setStays(true);
  const button = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const isOpen = chosen ?? (stays || isEverythingOpen(search));
  const isMeant = hash === `#${id}`;
  const showIfMeant = useEffectEvent(() => {
    if (!isMeant) return;
    setChosen(true);
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView();
  });
  useEffect(() => {
    // The same link once more is meant once more.
    if (key !== '') showIfMeant();
  }, [key]);
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <div className={`row unwrapped gap-4 center between ${classes.head}`}>
        <h2 className="shrink">
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-panel`}
            onClick={() => setChosen(!isOpen)}
          >
            <IconChevronDown size={20} aria-hidden="true" />
            <span id={titleId}>{title}</span>
          </button>
        </h2>
        {!isOpen && summary !== undefined && (
          <span className="soft small">{summary === 0 ? 'None' : summary}</span>
        )}
      </div>
      <div id={`${id}-panel`} className={`titled ${classes.panel}`} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
