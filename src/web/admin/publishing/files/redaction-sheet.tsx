import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Part } from '#web/admin/publishing/files/redact-file-modal.tsx';
import classes from '#web/styles/files.module.css';

type Area = Pick<Part, 'x' | 'y' | 'width' | 'height'>;

interface RedactPageFormProps {
  page: number;
  pictureUrl: string;
  parts: Part[];
  onAdd: (area: Area) => void;
  onChange: (part: Part) => void;
  onRemove: (number: number) => void;
}

// Smaller than a finger can mean, as a share of the page.
const smallest = 0.005;
const step = 0.01;

/** One page: black parts are drawn with a pointer, or added and moved with the keyboard. */
export function RedactPageForm(props: RedactPageFormProps) {
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
    <section className={classes.page} aria-label={`Page ${page}`}>
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
            aria-label={`Black part ${index + 1} of page ${page}. Arrow keys move it, with Shift they change its size, Delete removes it.`}
            onPointerDown={(event) => event.stopPropagation()}
            onKeyDown={(event) => onKey(event, part)}
          />
        ))}
      </div>
      <div className={classes.pageActions}>
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
            Remove the last one
          </Button>
        )}
      </div>
    </section>
  );
}

function clamp(share: number, most = 1): number {
  return Math.min(Math.max(share, 0), most);
}

function between(a: { x: number; y: number }, b: { x: number; y: number }): Area {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

function moved(part: Part, right: number, down: number): Part {
  return {
    ...part,
    x: clamp(part.x + right, 1 - part.width),
    y: clamp(part.y + down, 1 - part.height),
  };
}

function resized(part: Part, right: number, down: number): Part {
  return {
    ...part,
    width: Math.max(clamp(part.width + right, 1 - part.x), step),
    height: Math.max(clamp(part.height + down, 1 - part.y), step),
  };
}

function styleOf({ x, y, width, height }: Area) {
  const percent = (share: number) => `${share * 100}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}
