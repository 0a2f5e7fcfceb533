import { Button, Textarea } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { Review } from '#contract/vetting/reviews.ts';
import {
  type Recommendation,
  recommendationNames,
  recommendations,
} from '#core/vetting/reviews.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';

interface ReviewFormProps {
  nominationId: NominationId;
  /** What the person has recommended before. */
  own: Review['versions'][number] | undefined;
  onDone: () => void;
}

/** A recommendation, given with one press: the buttons finish the sentence that declares that there is no conflict. */
export function ReviewForm({ nominationId, own, onDone }: ReviewFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const declaration = useId();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.giveReview,
    params: { id: nominationId },
    initialValues: {
      recommendation: (own?.recommendation ?? '') as Recommendation | '',
      reason: own?.reason ?? '',
    },
    toBody: ({ recommendation, reason }) => ({
      hasNoConflict: true,
      recommendation: recommendation as Recommendation,
      reason,
    }),
    said: 'Recommendation saved',
    onDone,
  });
  const isChange = own !== undefined;
  useEffect(() => {
    if (isChange) element.current?.querySelector('textarea')?.focus();
  }, [isChange]);
  const { recommendation } = form.getValues();
  return (
    <form
      ref={element}
      className="card stack max-42"
      aria-label="Recommend"
      noValidate
      onSubmit={onSubmit}
    >
      <Textarea
        label="Why?"
        description="Colleagues read it once they have given theirs. Nobody outside the team does."
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('reason')}
      />
      <fieldset aria-describedby={`${declaration}-means`}>
        <legend className="strong">I have no conflict of interest, and I am:</legend>
        <p className="soft small" id={`${declaration}-means`}>
          The nominee is neither my family nor my friend nor my employer, and I gain nothing from
          the decision.
        </p>
        <div className="row above-2">
          {recommendations.map((value) => (
            <Button
              key={value}
              type="submit"
              variant="default"
              loading={form.submitting && recommendation === value}
              disabled={form.submitting}
              onClick={() => form.setFieldValue('recommendation', value)}
            >
              {recommendationNames[value]}
            </Button>
          ))}
          {isChange && (
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}
