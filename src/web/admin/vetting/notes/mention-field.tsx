import { Textarea } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Colleague } from '#contract/vetting/nomination-notes.ts';
import { countOf } from '#core/platform/counts.ts';
import classes from '#web/admin/vetting/notes/mention-field.module.css';
import { matching, typedName } from '#web/admin/vetting/notes/mentions.ts';

interface MentionFieldProps {
  colleagues: Colleague[];
  onPick: (colleague: Colleague) => void;
  isFocused?: boolean;
  // What a form gives to a field.
  value?: string;
  onChange?: (value: string) => void;
  error?: unknown;
}

/** The text of a note. After an `@`, it offers the names of colleagues, for the mouse and for the keys. */
export function MentionField({
  colleagues,
  onPick,
  isFocused = false,
  value = '',
  onChange,
  error,
  ...rest
}: MentionFieldProps) {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const typed = caret === null ? null : typedName(value, caret);
  const offered = typed === null ? [] : matching(colleagues, typed.begun);
  const active = Math.min(chosen, offered.length - 1);
  const isOpen = offered.length > 0;

  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  function pick(colleague: Colleague) {
    if (typed === null || caret === null) return;
    const before = `${value.slice(0, typed.at)}@${colleague.name} `;
    onChange?.(before + value.slice(caret).replace(/^ /, ''));
    onPick(colleague);
    setCaret(null);
    // Once the new text is there.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const colleague = offered[active];
    if (step !== undefined) setChosen((active + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && colleague) pick(colleague);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={`full max-42 ${classes.field}`}>
      <Textarea
        {...rest}
        ref={field}
        label="Note"
        description="Type @ to mention a colleague, who then gets an email with a link."
        autosize
        minRows={2}
        maxRows={10}
        value={value}
        error={error as string | undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
          onChange?.(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {isOpen && (
        <div className={classes.list} id={listId} role="listbox" aria-label="Colleagues">
          {offered.map((colleague, index) => (
            <div
              key={colleague.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              // Before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                pick(colleague);
              }}
            >
              {colleague.name}
            </div>
          ))}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {isOpen
          ? `${countOf(offered.length, 'colleague')}. Choose with the arrow keys and Enter.`
          : ''}
      </span>
    </div>
  );
}
