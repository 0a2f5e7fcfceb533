import { Checkbox, Radio, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { Review } from '#contract/vetting/reviews.ts';
import {
  type Recommendation,
  recommendationNames,
  recommendations,
} from '#core/vetting/reviews.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';

interface ReviewFormProps {
  nominationId: NominationId;
  /** What the person has recommended before. */
  own: Review['versions'][number] | undefined;
  onDone: () => void;
}

/** A recommendation. The declaration comes first, because whoever cannot make it must not go on. */
export function ReviewForm({ nominationId, own, onDone }: ReviewFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.giveReview,
    params: { id: nominationId },
    initialValues: {
      hasNoConflict: own !== undefined,
      recommendation: (own?.recommendation ?? '') as Recommendation | '',
      reason: own?.reason ?? '',
    },
    toBody: ({ recommendation, reason }) => ({
      hasNoConflict: true,
      recommendation: recommendation as Recommendation,
      reason,
    }),
    check: ({ hasNoConflict }) =>
      hasNoConflict ? {} : { hasNoConflict: 'Declare this first, or that you have one' },
    said: 'Recommendation saved',
    onDone,
  });
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={element}
      className="card stack max-42"
      aria-label="Recommend"
      noValidate
      onSubmit={onSubmit}
    >
      <Checkbox
        label="I have no conflict of interest"
        description="The nominee is neither my family nor my friend nor my employer, and I gain nothing from the decision."
        {...form.getInputProps('hasNoConflict', { type: 'checkbox' })}
      />
      <Radio.Group label="What do you recommend?" {...form.getInputProps('recommendation')}>
        <div className="row gap-6 gap-y-2 above-2">
          {recommendations.map((value) => (
            <Radio key={value} value={value} label={recommendationNames[value]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="Why?"
        description="Colleagues read it once they have given theirs. Nobody outside the team does."
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('reason')}
      />
      <div className="row">
        <SubmitButtons action="Save Recommendation" loading={form.submitting} onCancel={onDone} />
      </div>
    </form>
  );
}
