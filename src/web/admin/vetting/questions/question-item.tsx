import { Button } from '@mantine/core';
import type { Question } from '#contract/vetting/questions.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate, formatTime } from '#web/admin/client/dates.ts';
import { PaperList } from '#web/admin/vetting/papers/paper-links.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

interface QuestionItemProps {
  question: Question;
  isClosing: boolean;
  /** Null for whoever may not close it. */
  onClose: (() => void) | null;
}

/** A question to the nominator, with every version of the answer. */
export function QuestionItem({ question, isClosing, onClose }: QuestionItemProps) {
  const { position, text, dueOn, askedAt, askedBy, state, answers } = question;
  const [latest, ...earlier] = answers;
  const { shape, word } = markOf(question);
  return (
    <li className="stack lined gap-2 pad-y-5" aria-labelledby={`question-${position}`}>
      <div className="row gap-4 gap-y-0 baseline">
        <h3 className="minor" id={`question-${position}`}>{`Question ${position}`}</h3>
        <StatusMark shape={shape} word={word} />
      </div>
      <p className="words">{text}</p>
      <p className="soft">
        {`Asked by ${askedBy ?? 'somebody who was removed'} on ${formatDate(askedAt)}`}
        {dueOn !== null && `, to be answered by ${formatDay(dueOn)}`}
      </p>
      {latest && <AnswerText answer={latest} />}
      {earlier.length > 0 && (
        <details>
          <summary>{countOf(earlier.length, 'earlier version')}</summary>
          {earlier.map((answer) => (
            <AnswerText key={answer.id} answer={answer} />
          ))}
        </details>
      )}
      {state === 'open' && onClose && (
        <div>
          <Button size="sm" variant="default" loading={isClosing} onClick={onClose}>
            {latest ? 'Close Question' : 'Close without an Answer'}
          </Button>
        </div>
      )}
    </li>
  );
}

function markOf({ state, answers }: Question): { shape: StatusShape; word: string } {
  if (state === 'closed') return { shape: 'tick', word: 'Closed' };
  if (state === 'decided') return { shape: 'tick', word: 'Closed by the decision' };
  return answers.length > 0
    ? { shape: 'dot', word: 'Answered' }
    : { shape: 'ring', word: 'No answer yet' };
}

type Answer = Question['answers'][number];

function AnswerText({ answer }: { answer: Answer }) {
  const { version, createdAt, text, papers } = answer;
  return (
    <div className="quoted good stack gap-1 above-1 below-1">
      <p className="soft">
        {`${version === 1 ? 'Answer' : `Answer, version ${version}`}, ${formatDate(createdAt)} at ${formatTime(createdAt)}`}
      </p>
      <p className="words">{text}</p>
      <PaperList label="Files" papers={papers} />
    </div>
  );
}
