import { useState } from 'react';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { forgetInTab } from '#web/client/tab-storage.ts';
import { describePaper, type Question } from '#web/site/vetting/tracking-page/describe-paper.ts';
import classes from '#web/site/vetting/tracking-page/question-item.module.css';
import { WordsForm } from '#web/site/vetting/tracking-page/words-form.tsx';
import { Button } from '#web/ui/button.tsx';

interface QuestionItemProps {
  question: Question;
  token: string;
  timeZone: string;
  onAnswered: (nomination: TrackingPage) => void;
}

/** A question of the team, with the answer to it, or the form for one. */
export function QuestionItem({ question, token, timeZone, onAnswered }: QuestionItemProps) {
  const { position, text, dueOn, askedAt, state, answers } = question;
  const [isCorrecting, setCorrecting] = useState(false);
  const [latest, ...earlier] = answers;
  const isOpen = state === 'open';
  return (
    <li className={`card stack gap-3 ${classes.question}`}>
      <h3>{`Question ${position}`}</h3>
      <p className="words">{text}</p>
      <p className="soft">
        {`Asked on ${formatDate(askedAt, timeZone)}`}
        {dueOn !== null &&
          isOpen &&
          !latest &&
          `. Please answer by ${formatDay(dueOn)}, if you can.`}
      </p>
      {latest && !isCorrecting && (
        <div className="quoted good stack gap-2">
          <p className="soft small" id={sentAnswerId(position)}>
            {`Your answer of ${formatDate(latest.createdAt, timeZone)}${
              earlier.length > 0 ? `, corrected ${times(earlier.length)}` : ''
            }`}
          </p>
          <p className="words">{latest.text}</p>
          {latest.papers.length > 0 && (
            <ul className="bullets" aria-label="Files">
              {latest.papers.map((paper) => (
                <li key={paper.id}>{describePaper(paper)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {!isOpen && <p>{closedTexts[state === 'decided' ? 'decided' : 'closed']}</p>}
      {isOpen && latest && !isCorrecting && (
        <div>
          <Button look="plain" onClick={() => setCorrecting(true)}>
            Correct your answer
          </Button>
        </div>
      )}
      {isOpen && (!latest || isCorrecting) && (
        <AnswerForm
          question={question}
          token={token}
          onAnswered={(nomination) => {
            setCorrecting(false);
            onAnswered(nomination);
          }}
          onCancel={latest ? () => setCorrecting(false) : null}
        />
      )}
    </li>
  );
}

const closedTexts = {
  closed: 'This question is closed. You do not have to do anything.',
  decided: 'This question is closed, because we have decided about the nomination.',
};

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

interface AnswerFormProps {
  question: Question;
  token: string;
  onAnswered: (nomination: TrackingPage) => void;
  /** Null for a first answer. */
  onCancel: (() => void) | null;
}

/** The id of what says that a question is answered. */
const sentAnswerId = (position: number) => `sent-answer-${position}`;

/** The form for the answer to a question. */
function AnswerForm({ question, token, onAnswered, onCancel }: AnswerFormProps) {
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
