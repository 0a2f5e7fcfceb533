import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  type Area,
  between,
  clamp,
  moved,
  type Part,
  resized,
  step,
} from '#web/admin/publishing/files/redacted-part.ts';
import classes from '#web/admin/publishing/files/redaction-sheet.module.css';

interface RedactionSheetProps {
  page: number;
  pictureUrl: string;
  parts: Part[];
  onAdd: (area: Area) => void;
  onChange: (part: Part) => void;
  onRemove: (number: number) => void;
}

// Too small to be intended, as a fraction of the page.
const smallest = 0.005;

/** One page: draw black parts with a pointer, or add and move them with the keyboard. */
export function RedactionSheet(props: RedactionSheetProps) {
  const { page, pictureUrl, parts, onAdd, onChange, onRemove } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<{ x: number; y: number } | null>(null);
  const [drawn, setDrawn] = useState<Area | null>(null);

  function placeOf({ clientX, clientY }: PointerEvent) {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: clamp((clientX - box.left) / box.width),
      y: clamp((clientY - box.top) / box.height),
    };
  }

  function finish() {
    if (drawn && drawn.width > smallest && drawn.height > smallest) onAdd(drawn);
    setStart(null);
    setDrawn(null);
  }

  function onKey(event: KeyboardEvent, part: Part) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(part.number);
      stage.current?.focus();
      return;
    }
    const right = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0;
    const down = event.key === 'ArrowDown' ? step : event.key === 'ArrowUp' ? -step : 0;
    if (right === 0 && down === 0) return;
    event.preventDefault();
    onChange(event.shiftKey ? resized(part, right, down) : moved(part, right, down));
  }

  return (
    <section className="above-5 below-5" aria-label={`Page ${page}`}>
      <div
        ref={stage}
        className={classes.stage}
        tabIndex={-1}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setStart(placeOf(event));
        }}
        onPointerMove={(event) => start && setDrawn(between(start, placeOf(event)))}
        onPointerUp={finish}
        onPointerCancel={() => {
          setStart(null);
          setDrawn(null);
        }}
      >
        <img src={pictureUrl} alt={`Page ${page} of the receipt`} draggable={false} />
        {drawn && <span className={classes.part} style={styleOf(drawn)} />}
        {parts.map((part, index) => (
          <button
            key={part.number}
            type="button"
            className={classes.part}
            style={styleOf(part)}
            aria-label={`Black part ${index + 1} of page ${page}. Arrow keys move it, Shift and arrow keys resize it, Delete removes it.`}
            onPointerDown={(event) => event.stopPropagation()}
            onKeyDown={(event) => onKey(event, part)}
          />
        ))}
      </div>
      <div className="row gap-2">
        <Button
          size="sm"
          variant="default"
          onClick={() => onAdd({ x: 0.3, y: 0.45, width: 0.4, height: 0.1 })}
        >
          {`Add a black part to page ${page}`}
        </Button>
        {parts.length > 0 && (
          <Button
            size="sm"
            variant="subtle"
            color="clay"
            onClick={() => onRemove(parts.at(-1)?.number ?? 0)}
          >
            Remove Last Black Part
          </Button>
        )}
      </div>
    </section>
  );
}

function styleOf({ x, y, width, height }: Area) {
  const percent = (share: number) => `${share * 100}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}
