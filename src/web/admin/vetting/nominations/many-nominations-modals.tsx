import { Textarea, TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ManyModal } from '#web/admin/shared/many-modal.tsx';

interface ManyNominationsProps {
  nominations: NominationSummary[];
  opened: boolean;
  onClose: () => void;
}

function namesOf(nominations: NominationSummary[]) {
  return (id: NominationId) => {
    const found = nominations.find((nomination) => nomination.id === id);
    return found ? `${found.nominee}, ${found.reference}` : id;
  };
}

const of: [string, string] = ['nomination', 'nominations'];

/** Notes that somebody has begun to check the selected nominations. */
export function StartCheckingModal({ nominations, ...modal }: ManyNominationsProps) {
  const start = useSend(endpoints.startCheckingMany);
  return (
    <ManyModal<NominationId, Record<string, never>>
      title="Start Checking"
      {...modal}
      ids={nominations.map(({ id }) => id)}
      text="Their nominators read “Being checked” on the tracking page. Those that are checked already stay as they are, and those that are decided are left out."
      action={`Start Checking ${countOf(nominations.length, 'Nomination')}`}
      done={['is being checked', 'are being checked']}
      of={of}
      nameOf={namesOf(nominations)}
      initialValues={{}}
      send={(ids, _, idempotencyKey) => start.mutateAsync({ body: { ids }, idempotencyKey })}
      onDone={() => {}}
    />
  );
}

/** Asks the nominators of the selected nominations the same. */
export function AskManyModal({ nominations, ...modal }: ManyNominationsProps) {
  const ask = useSend(endpoints.askMany);
  return (
    <ManyModal<NominationId, { question: string; dueOn: string }>
      title="Ask the Nominators"
      {...modal}
      ids={nominations.map(({ id }) => id)}
      text="Each nominator gets an email with a private link, and answers on the tracking page. Those whose nomination is decided are left out."
      action={`Ask about ${countOf(nominations.length, 'Nomination')}`}
      done={['was asked about', 'were asked about']}
      of={of}
      nameOf={namesOf(nominations)}
      initialValues={{ question: '', dueOn: '' }}
      check={({ question }): Record<string, string> =>
        question.trim() === '' ? { question: 'Required' } : {}
      }
      fields={(form) => (
        <>
          <Textarea
            label="Question"
            description="Each nominator reads it on the tracking page, and so does whoever gets the link. It does not say who asked."
            rows={3}
            maxLength={endpoints.askMany.limits?.questions}
            aria-required="true"
            data-autofocus
            {...form.getInputProps('question')}
          />
          <TextInput type="date" label="Answer by (optional)" {...form.getInputProps('dueOn')} />
        </>
      )}
      send={(ids, { question, dueOn }, idempotencyKey) =>
        ask.mutateAsync({
          body: { ids, questions: [question.trim()], dueOn },
          idempotencyKey,
        })
      }
      onDone={() => {}}
    />
  );
}
