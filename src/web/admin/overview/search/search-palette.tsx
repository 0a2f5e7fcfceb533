import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { searchAll } from '#contract/overview/search.ts';
import { longestSearch, readSearch } from '#core/overview/search-text.ts';
import { countOf } from '#core/platform/counts.ts';
import { useMayOpen } from '#web/admin/client/admin-pages.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { findHere } from '#web/admin/overview/search/found-here.ts';
import classes from '#web/admin/overview/search/search-palette.module.css';
import { CallError } from '#web/admin/ui/call-state.tsx';
import '#web/admin/ui/form-fields.css';

type Groups = Omit<ResponseOf<typeof searchAll>['groups'][number], 'name'> & { name: string };

/** So long after the last letter, in milliseconds, the server is asked. */
const pause = 150;

/**
 * The search of everything: a field whose results are a list below it, walked through with the arrow keys while the focus
 * stays in the field, as the combobox of WAI-ARIA does.
 */
export function SearchPalette() {
  const [text, setText] = useState('');
  const { call, ...found } = useFound(text);
  const { groups, isWaiting } = found;
  const options = groups.flatMap(({ results, more }) => [
    ...results.map(({ path }) => path),
    ...(more === null ? [] : [more]),
  ]);
  const [chosen, setChosen] = useState<number | null>(null);
  // The first one, unless its answer belongs to what was typed before.
  const active = chosen ?? (isWaiting ? -1 : 0);
  const id = useId();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function onKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || options.length === 0) return;
    const path = options[active];
    if (key === 'Enter' && path !== undefined) {
      // In place of the address that has the dialog open, so that Back does not show it again.
      void navigate(path, { replace: true });
    } else if (key === 'ArrowDown') setChosen((active + 1) % options.length);
    else if (key === 'ArrowUp') setChosen((active <= 0 ? options.length : active) - 1);
    else return;
    event.preventDefault();
  }

  let place = -1;
  const optionProps = (path: string) => {
    place += 1;
    return {
      to: path,
      id: `${id}-${place}`,
      isActive: place === active,
    };
  };
  return (
    <>
      <TextInput
        label="Search everything"
        classNames={{ label: 'visually-hidden' }}
        placeholder="Name, email, amount, number…"
        type="search"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={options[active] === undefined ? undefined : `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={longestSearch}
        data-autofocus=""
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      <p
        role="status"
        className={`soft small ${classes.status}`}
        data-waits={isWaiting || undefined}
      >
        {describe(text, found)}
      </p>
      <CallError call={call} failed="The search did not work." />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Results"
        aria-busy={isWaiting}
        className={classes.results}
      >
        {groups.map(({ name, results, more, hasMore }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, and not of fields
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <div id={`${id}-${name}`} role="presentation" className={classes.name}>
              {hasMore && more === null ? `${name}, the first ${results.length}` : name}
            </div>
            {results.map((result) => (
              <Option key={result.path + result.name} {...optionProps(result.path)}>
                <strong>{result.name}</strong>
                <span>{result.facts.join(' · ')}</span>
              </Option>
            ))}
            {more !== null && (
              <Option {...optionProps(more)}>
                <span>{`See all in ${name}`}</span>
              </Option>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

/** What is found for a text, and whether an answer is still on its way. */
function useFound(text: string) {
  const mayOpen = useMayOpen();
  const [typed] = useDebouncedValue(text.trim(), pause);
  const isLong = readSearch(text) !== null;
  const call = useEndpoint(
    endpoints.searchAll,
    readSearch(typed) === null ? null : { query: { text: typed } },
    { keepsLast: true },
  );
  const isWaiting = isLong && (typed !== text.trim() || call.isFetching);
  const {
    groups = [],
    lookedThrough = [],
    tooSlow = [],
  } = isLong && !call.isError ? (call.data ?? {}) : {};
  const all: Groups[] = [...(isLong ? findHere(text, mayOpen) : []), ...groups];
  return { groups: all, lookedThrough, tooSlow, isWaiting, call };
}

function describe(text: string, found: Omit<ReturnType<typeof useFound>, 'call'>): string {
  if (text.trim() === '') {
    return 'Finds people, donations, nominations, amounts, dates, references, numbers of receipts and checks, Stripe IDs, pages, and settings.';
  }
  if (readSearch(text) === null) return 'Type at least two letters, or a number.';
  const { groups, lookedThrough, tooSlow, isWaiting } = found;
  if (isWaiting) return 'Searching…';
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  const isCut = groups.some(({ hasMore }) => hasMore);
  const late =
    tooSlow.length === 0
      ? ''
      : ` It took too long to look through ${tooSlow.join(', ')}: add a word.`;
  if (count > 0) return `${isCut ? 'The first ' : ''}${countOf(count, 'result')}.${late}`;
  const inTime = lookedThrough.filter((name) => !tooSlow.includes(name));
  const places = ['Pages', 'Settings', ...inTime].join(', ');
  return `Nothing found for “${text.trim()}”. Looked through: ${places}.${late}`;
}

interface OptionProps {
  to: string;
  id: string;
  isActive: boolean;
  children: ReactNode;
}

/** A result: a link, so that it can be opened in a tab of its own. */
function Option({ isActive, ...link }: OptionProps) {
  return (
    <Link
      {...link}
      replace
      role="option"
      aria-selected={isActive}
      // The focus stays in the field.
      tabIndex={-1}
      className={`row gap-4 gap-y-0 baseline ${classes.option}`}
    />
  );
}
