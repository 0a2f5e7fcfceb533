import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { FirstStep } from '#contract/overview/first-steps.ts';
import { firstSteps, isByHand, stepDoers } from '#core/overview/first-steps.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { Command } from '#web/admin/overview/first-steps/command.tsx';
import classes from '#web/admin/overview/first-steps/first-steps-section.module.css';
import { stepTexts } from '#web/admin/overview/first-steps/step-texts.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** What is to be done before real money comes; a line once all of it is. */
export function FirstStepsSection({ steps }: { steps: FirstStep[] }) {
  const left = steps.filter(({ doneAt }) => doneAt === null);
  const done = steps.filter(({ doneAt }) => doneAt !== null);
  if (left.length === 0) {
    return (
      <section className="above-8" aria-label="First Steps">
        <DoneSteps steps={done} title={`First steps: all ${done.length} are done`} />
      </section>
    );
  }
  return (
    <TitledSection title="First Steps">
      <p className="soft below-4">
        What there is to do before real money comes: {left.length} of {steps.length} are left.
      </p>
      <ol className={`list ${classes.steps}`}>
        {left.map((step, index) => (
          <li key={step.name}>
            <StepToDo step={step} isFirst={index === 0} />
          </li>
        ))}
      </ol>
      {done.length > 0 && <DoneSteps steps={done} title={`${countOf(done.length, 'step')} done`} />}
    </TitledSection>
  );
}

function StepToDo({ step: { name }, isFirst }: { step: FirstStep; isFirst: boolean }) {
  const { title, by } = firstSteps[name];
  const { text, commands = [], places = [], action } = stepTexts[name];
  const mark = useSend(endpoints.markFirstStep, { said: 'Marked as done', onDone: focusContent });
  return (
    // One at a time; the first that is left is open at first.
    <details name="first-steps" open={isFirst}>
      <summary>
        <StatusMark shape="ring" word="To do" />
        <strong>{title}</strong>
        <span className={`soft small ${classes.by}`}>{stepDoers[by]}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={`stack gap-3 ${classes.body}`}>
        <p>{text}</p>
        {commands.map((command) => (
          <Command key={command} text={command} />
        ))}
        {action}
        <div className="row if-any">
          {places.map(({ to, name: words, isDocument }) =>
            isDocument ? (
              <Button key={to} component="a" href={to} variant="default" size="sm">
                {words}
              </Button>
            ) : (
              <LinkButton key={to} to={to} variant="default" size="sm">
                {words}
              </LinkButton>
            ),
          )}
          {isByHand(name) && (
            <Button
              size="sm"
              aria-label={`Mark as Done: ${title}`}
              loading={mark.isPending}
              onClick={() => mark.mutate({ body: { step: name, isDone: true } })}
            >
              Mark as Done
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

function DoneSteps({ steps, title }: { steps: FirstStep[]; title: string }) {
  return (
    <details className={classes.done}>
      <summary>
        <StatusMark shape="tick" word={title} />
      </summary>
      <ul className={`list ${classes.steps}`}>
        {steps.map((step) => (
          <li key={step.name} className="row gap-4 gap-y-0 between baseline pad-y-2">
            <span>{firstSteps[step.name].title}</span>
            <WhoSaidSo step={step} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function WhoSaidSo({ step: { name, doneAt, doneBy } }: { step: FirstStep }) {
  const mark = useSend(endpoints.markFirstStep, {
    said: 'Marked as not done',
    onDone: focusContent,
  });
  const day = doneAt === null ? '' : formatDate(doneAt);
  if (doneBy === null) return <span className="soft small">Seen on {day}</span>;
  return (
    <span className="row gap-3 gap-y-0 baseline soft small">
      {doneBy}, {day}
      {isByHand(name) && (
        <button
          type="button"
          className="text-button"
          aria-label={`Mark as Not Done: ${firstSteps[name].title}`}
          onClick={() => mark.mutate({ body: { step: name, isDone: false } })}
        >
          Mark as Not Done
        </button>
      )}
    </span>
  );
}
