import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ChecklistPointId } from '#contract/ids.ts';
import type { Checklist } from '#contract/vetting/checklists.ts';
import { nomineeKindNames } from '#core/vetting/checklists.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';

// As in the contract, whose schemas are loaded later.
const mostPoints = 30;

interface TypedPoint {
  id?: ChecklistPointId;
  text: string;
  isRequired: boolean;
}

interface ChecklistFormProps {
  list: Checklist;
  onSaved: () => Promise<unknown>;
}

/** The points of one list, saved together as a new version. */
export function ChecklistForm({ list, onSaved }: ChecklistFormProps) {
  const { kind, version } = list;
  const element = useRef<HTMLFormElement>(null);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.saveChecklist,
    params: { kind },
    initialValues: { points: list.points as TypedPoint[] },
    toBody: (values) => ({ version, ...values }),
    said: 'Checklist saved',
    onDone: onSaved,
  });
  const { points } = form.getValues();
  const count = useRef(points.length);
  useEffect(() => {
    const isAdded = points.length > count.current;
    count.current = points.length;
    if (isAdded) element.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [points.length]);
  return (
    <form
      ref={element}
      className="max-46"
      aria-label={`Checklist: ${nomineeKindNames[kind]}`}
      noValidate
      onSubmit={onSubmit}
    >
      <ol className="list below-4">
        {points.map(({ id }, index) => (
          <li
            // A new point has nothing that names it before it is saved.
            key={id ?? `new ${index}`}
            className="lined pad-y-3"
          >
            <TextInput
              label={`Point ${index + 1}`}
              {...form.getInputProps(`points.${index}.text`)}
            />
            <div className="row gap-4 gap-y-2 above-2 center between">
              <Checkbox
                label="Required"
                {...form.getInputProps(`points.${index}.isRequired`, { type: 'checkbox' })}
              />
              <span className="row unwrapped gap-2">
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Move point ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => form.reorderListItem('points', { from: index, to: index - 1 })}
                >
                  <IconArrowUp size={18} aria-hidden="true" />
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Move point ${index + 1} down`}
                  disabled={index === points.length - 1}
                  onClick={() => form.reorderListItem('points', { from: index, to: index + 1 })}
                >
                  <IconArrowDown size={18} aria-hidden="true" />
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Remove point ${index + 1}`}
                  onClick={() => form.removeListItem('points', index)}
                >
                  <IconTrash size={18} aria-hidden="true" />
                </Button>
              </span>
            </div>
          </li>
        ))}
      </ol>
      {points.length === 0 && <p className="soft">This list has no points.</p>}
      <div className="row">
        <Button type="submit" loading={form.submitting}>
          Save Checklist
        </Button>
        {points.length < mostPoints && (
          <Button
            variant="default"
            onClick={() => form.insertListItem('points', { text: '', isRequired: false })}
          >
            Add Point
          </Button>
        )}
      </div>
    </form>
  );
}
