import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NominationId } from '#contract/ids.ts';
import { dormantAfterDays, reminderDays } from '#core/vetting/question-days.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

interface AskFormProps {
  nominationId: NominationId;
  /** It stands there for the first question, without anybody having opened it. */
  isFirst: boolean;
  onDone: () => void;
}

// As in the contract, whose schemas are loaded later.
const mostQuestions = 10;

/** One or more questions to the nominator, which leave with one email. */
export function AskForm({ nominationId, isFirst, onDone }: AskFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.askQuestions,
    params: { id: nominationId },
    initialValues: { questions: [''], dueOn: '' },
    said: 'Asked. The nominator gets an email.',
    onDone,
  });
  const { questions } = form.getValues();
  useEffect(() => {
    if (!isFirst) element.current?.querySelector('textarea')?.focus();
  }, [isFirst]);
  return (
    <form
      ref={element}
      className="card stack below-4 max-42"
      aria-label="Ask the nominator"
      noValidate
      onSubmit={onSubmit}
    >
      {questions.map((_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has nothing else before it is asked.
          key={index}
        >
          <Textarea
            label={questions.length === 1 ? 'Question' : `Question ${index + 1}`}
            description={
              index === 0
                ? 'The nominator reads it on the tracking page, and so does whoever gets the link. It does not say who asked.'
                : undefined
            }
            rows={3}
            aria-required="true"
            {...form.getInputProps(`questions.${index}`)}
          />
          {questions.length > 1 && (
            <TextButton onClick={() => form.removeListItem('questions', index)}>
              Remove<span className="visually-hidden">{` question ${index + 1}`}</span>
            </TextButton>
          )}
        </div>
      ))}
      {questions.length < mostQuestions && (
        <div>
          <TextButton onClick={() => form.insertListItem('questions', '')}>
            Add another question
          </TextButton>
        </div>
      )}
      <TextInput
        type="date"
        label="Answer by (optional)"
        description={`We remind the nominator after ${reminderDays.join(' and ')} days, whatever the day. After ${dormantAfterDays} days without an answer, the nomination rests.`}
        {...form.getInputProps('dueOn')}
      />
      <div className="row">
        {isFirst ? (
          <Button type="submit" loading={form.submitting}>
            Send
          </Button>
        ) : (
          <SubmitButtons action="Send" loading={form.submitting} onCancel={onDone} />
        )}
      </div>
    </form>
  );
}
