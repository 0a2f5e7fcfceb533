import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { forgetInTab } from '#web/client/tab-storage.ts';
import type { Question } from '#web/site/vetting/tracking-page/describe-paper.ts';
import { WordsForm } from '#web/site/vetting/tracking-page/words-form.tsx';
import { Button } from '#web/ui/button.tsx';

interface AnswerFormProps {
  question: Question;
  token: string;
  onAnswered: (nomination: TrackingPage) => void;
  /** Null for a first answer. */
  onCancel: (() => void) | null;
}

/** The id of what says that a question is answered. */
export const sentAnswerId = (position: number) => `sent-answer-${position}`;

/** The form for the answer to a question. */
export function AnswerForm({ question, token, onAnswered, onCancel }: AnswerFormProps) {
  const { id: questionId, position, answers } = question;
  const draftKey = `answer ${questionId}`;
  return (
    <WordsForm
      papers={{ token, questionId, sent: answers[0]?.papers ?? [] }}
      of="answer"
      name={`answer-${position}`}
      label={`Your answer to question ${position}`}
      text={answers[0]?.text ?? ''}
      draftKey={draftKey}
      action={answers.length > 0 ? 'Send the correction' : 'Send your answer'}
      send={(written) =>
        call(endpoints.answerQuestion, { body: { token, questionId, ...written } })
      }
      onSent={onAnswered}
      sentId={sentAnswerId(position)}
      said="Thank you. We have your answer."
    >
      {onCancel && (
        <Button
          look="plain"
          onClick={() => {
            forgetInTab(draftKey);
            onCancel();
          }}
        >
          Cancel
        </Button>
      )}
    </WordsForm>
  );
}
