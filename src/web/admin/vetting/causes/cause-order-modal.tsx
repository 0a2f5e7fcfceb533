import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Cause } from '#contract/vetting/causes.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';

interface CauseOrderModalProps extends DialogProps {
  causes: readonly Cause[];
}

/** Moves causes up and down, one step at a press, as donors and nominators see them. */
export function CauseOrderModal({ causes, ...dialog }: CauseOrderModalProps) {
  return (
    <Modal title="Order of the Causes" {...dialog}>
      <p className="below-4">Donors and nominators choose from the causes in this order.</p>
      <OrderedCauses causes={causes} />
    </Modal>
  );
}

const sides = [
  { side: 'before', step: -1, word: 'up', Icon: IconArrowUp },
  { side: 'after', step: 1, word: 'down', Icon: IconArrowDown },
] as const;

function OrderedCauses({ causes }: Pick<CauseOrderModalProps, 'causes'>) {
  const place = useSend(endpoints.placeCause);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; word: string }>(undefined);
  const order = causes.map(({ id }) => id).join();
  // A row that goes elsewhere takes the focus with it; at an end, to the button that is left.
  useEffect(() => {
    const { id, word } = moved.current ?? {};
    if (order === '' || id === undefined) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(
      `[data-cause="${id}"] button:not(:disabled)`,
    );
    const [first, ...others] = buttons ?? [];
    (others.find((button) => button.value === word) ?? first)?.focus();
  }, [order]);
  const told = moved.current && causes.findIndex(({ id }) => id === moved.current?.id);
  return (
    <>
      <ol className="list" ref={list}>
        {causes.map((cause, index) => (
          <li
            key={cause.id}
            data-cause={cause.id}
            className="row unwrapped gap-4 center between lined pad-y-3"
          >
            <span className="shrink anywhere">{nameWithState(cause)}</span>
            <span className="row unwrapped gap-2">
              {sides.map(({ side, step, word, Icon }) => {
                const neighbor = causes[index + step];
                return (
                  <Button
                    key={side}
                    size="sm"
                    variant="default"
                    value={word}
                    aria-label={`Move ${cause.name} ${word}`}
                    disabled={neighbor === undefined}
                    onClick={() => {
                      if (!neighbor || place.isPending) return;
                      moved.current = { id: cause.id, word };
                      place.mutate({ params: { id: cause.id }, body: { side, past: neighbor.id } });
                    }}
                  >
                    <Icon size={18} aria-hidden="true" />
                  </Button>
                );
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {told !== undefined &&
          causes[told] &&
          `${causes[told].name}: ${told + 1} of ${causes.length}`}
      </p>
    </>
  );
}
