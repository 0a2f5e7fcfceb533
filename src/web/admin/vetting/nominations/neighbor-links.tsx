import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RequestOf } from '#contract/endpoint.ts';
import type { NominationId } from '#contract/ids.ts';
import type { findNeighbors, Neighbors } from '#contract/vetting/nominations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { countOpenDialogs } from '#web/admin/ui/use-dialog-order.ts';
import classes from '#web/admin/vetting/nominations/neighbor-links.module.css';
import {
  useNominationPath,
  useNominationsFilter,
} from '#web/admin/vetting/nominations/nominations-filter.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** The nominations before and after one in the list that it was opened from; none while they are looked for. */
export function useNeighbors(id: NominationId): Neighbors | undefined {
  const { filter, firstFor } = useNominationsFilter();
  const { id: sought, ...query } = filter;
  const request = { params: { id }, query: { ...query, firstFor } };
  // Whoever looked for one alone has no next one.
  return useEndpoint(
    endpoints.findNeighbors,
    sought === undefined ? (request as RequestOf<typeof findNeighbors>) : null,
  ).data;
}

const ways = {
  previous: { text: 'Previous', Icon: IconChevronLeft },
  next: { text: 'Next', Icon: IconChevronRight },
};

/** Leads to the nominations before and after. */
export function NeighborLinks({ neighbors }: { neighbors: Neighbors | undefined }) {
  const pathOf = useNominationPath();
  return (
    <nav className={`row unwrapped gap-2 ${classes.links}`} aria-label="Other nominations">
      {(['previous', 'next'] as const).map((way) => {
        const { text, Icon } = ways[way];
        const one = neighbors?.[way];
        const words = (
          <>
            {way === 'previous' && <Icon size={20} aria-hidden="true" />}
            <span className={classes.word}>{text}</span>
            {way === 'next' && <Icon size={20} aria-hidden="true" />}
          </>
        );
        return one ? (
          <Button
            key={way}
            component={Link}
            to={pathOf(one.id)}
            variant="default"
            title={one.nominee}
            aria-label={`${text}: ${one.nominee}`}
          >
            {words}
          </Button>
        ) : (
          <Button
            key={way}
            component="span"
            role="link"
            aria-disabled="true"
            variant="default"
            data-disabled
          >
            {words}
          </Button>
        );
      })}
    </nav>
  );
}

const fields = 'input, textarea, select, [contenteditable], [role="listbox"]';

/** J and K lead there, too, unless somebody types; a sentence says so, and lets people whose keys come from speech stop it. */
export function NeighborKeys({ neighbors }: { neighbors: Neighbors | undefined }) {
  const pathOf = useNominationPath();
  const navigate = useNavigate();
  const [isOn, setOn] = useLocalStorage({ key: 'keys-j-and-k', defaultValue: true });
  // Pressed before they are known.
  const wanted = useRef<keyof Neighbors>(null);
  const go = useEffectEvent((way: keyof Neighbors) => {
    const one = neighbors?.[way];
    wanted.current = neighbors ? null : way;
    if (one) void navigate(pathOf(one.id));
  });
  useEffect(() => {
    if (neighbors && wanted.current) go(wanted.current);
  }, [neighbors]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!isOn || ctrlKey || metaKey || altKey || defaultPrevented || countOpenDialogs() > 0) return;
    if (target instanceof Element && target.closest(fields)) return;
    const way = ({ j: 'next', k: 'previous' } as const)[key.toLowerCase()];
    if (way) go(way);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <p className={`row gap-y-0 baseline soft small wide ${classes.keys}`}>
      <span>
        {isOn ? (
          <>
            <kbd>J</kbd> opens the next nomination, <kbd>K</kbd> the one before.
          </>
        ) : (
          'The keys J and K do nothing here.'
        )}{' '}
        <kbd>Ctrl</kbd>+<kbd>Enter</kbd> sends.
      </span>
      <TextButton onClick={() => setOn(!isOn)}>
        {isOn ? 'Turn off J and K' : 'Turn them on'}
      </TextButton>
    </p>
  );
}
