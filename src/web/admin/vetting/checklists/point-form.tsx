import { Button, FileInput, NativeSelect, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { NominationPoint } from '#contract/vetting/checklists.ts';
import {
  isSettled,
  type PointState,
  pointStateNames,
  pointStates,
} from '#core/vetting/checklists.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { PaperLinks } from '#web/admin/vetting/papers/paper-links.tsx';
import { usePaperUpload } from '#web/admin/vetting/papers/use-paper-upload.ts';
import { TextButton } from '#web/ui/text-button.tsx';

interface PointFormProps {
  nominationId: NominationId;
  point: NominationPoint;
  /** How it was proved, as far as somebody has typed it. */
  typed: string;
  onDone: () => void;
}

/** A required point is not settled without a word. */
function unproven(
  { isRequired }: NominationPoint,
  { state, proof }: { state: PointState; proof: string },
): Record<string, string> {
  if (!isRequired || !isSettled(state) || proof.trim() !== '') return {};
  return { proof: state === 'done' ? 'Say how it was proved' : 'Say why it does not apply' };
}

interface QuickPointFormProps extends Pick<PointFormProps, 'nominationId' | 'point'> {
  onType: (proof: string) => void;
  /** The button to everything else that can be said about it. */
  children: ReactNode;
}

/** The usual end of a point, with one press: it is done, and proved by a word, or without one if it is not required. */
export function QuickPointForm({ nominationId, point, onType, children }: QuickPointFormProps) {
  const { id, revision, paper, isRequired } = point;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changePoint,
    params: { id: nominationId, pointId: id },
    initialValues: { state: 'done' as PointState, proof: point.proof },
    toBody: (values) => ({ ...values, revision, paperId: paper?.id ?? null }),
    check: (values) => unproven(point, values),
    refusedField: 'proof',
  });
  const proof = form.getInputProps('proof');
  return (
    <form
      className="row gap-2 end max-42"
      aria-labelledby={`point-${id}`}
      noValidate
      onSubmit={onSubmit}
    >
      <Textarea
        className="grow shrink"
        size="sm"
        label={isRequired ? 'How was it proved?' : 'How was it proved? (optional)'}
        autosize
        minRows={1}
        maxRows={4}
        {...proof}
        onChange={(event) => {
          proof.onChange(event);
          onType(event.currentTarget.value);
        }}
      />
      <Button type="submit" size="sm" aria-describedby={`point-${id}`} loading={form.submitting}>
        Done
      </Button>
      {children}
    </form>
  );
}

/** How far a point is, how it was proved, and a file that shows it. */
export function PointForm({ nominationId, point, typed, onDone }: PointFormProps) {
  const { upload, isBusy, send, remove } = usePaperUpload(nominationId);
  const [isPaperKept, setPaperKept] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  // As it was when the form opened: what somebody else changes meanwhile must not be overwritten.
  const [revision] = useState(point.revision);
  const kept = isPaperKept ? point.paper : null;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changePoint,
    said: 'The point was saved',
    params: { id: nominationId, pointId: point.id },
    initialValues: {
      state: point.state === 'not_started' ? ('done' as PointState) : point.state,
      proof: typed,
    },
    toBody: (values) => ({
      ...values,
      revision,
      paperId: upload?.id ?? kept?.id ?? null,
    }),
    check: (values) => unproven(point, values),
    refusedField: 'state',
    onDone,
  });
  useEffect(() => element.current?.querySelector('select')?.focus(), []);
  return (
    <form
      ref={element}
      className="card stack max-42"
      aria-label={point.text}
      noValidate
      onSubmit={onSubmit}
    >
      <NativeSelect
        label="How far is it?"
        data={pointStates.map((value) => ({ value, label: pointStateNames[value] }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label="How was it proved?"
        description="Such as whom you talked to and when, or why it does not apply. Only the team reads it."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('proof')}
      />
      {kept && upload === null && (
        <div className="stack start gap-0">
          <PaperLinks paper={kept} />
          <TextButton onClick={() => setPaperKept(false)}>Remove file</TextButton>
        </div>
      )}
      {!kept && upload === null && (
        <FileInput
          label="File (optional)"
          description="A picture or a PDF. Only the team sees it."
          placeholder="Choose a file"
          accept="image/*,application/pdf"
          value={null}
          onChange={(file) => file && send(file)}
        />
      )}
      {upload && (
        <p className="row gap-4 gap-y-0 baseline anywhere wide" role="status">
          <span>{upload.name}</span>
          {isBusy && <span className="soft">{`${Math.floor(upload.progress * 100)}%`}</span>}
          {upload.id !== null && <span className="soft">Arrived</span>}
          {upload.problem !== null && <span className="problem">{upload.problem}</span>}
          <TextButton onClick={remove}>Remove file</TextButton>
        </p>
      )}
      <div className="row">
        <SubmitButtons
          action="Save"
          loading={form.submitting}
          disabled={isBusy}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}
