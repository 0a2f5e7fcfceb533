import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { MatchedLine } from '#contract/banking/bank-matches.ts';
import type { CauseId } from '#contract/ids.ts';
import classes from '#web/admin/banking/matches/enter-form.module.css';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { DetailSection } from '#web/admin/ui/detail-list.tsx';
import { paths, readId } from '#web/client/paths.ts';

/** Enters a line that brought money into a deposit, which makes it a donation, whether a donor announced it or not. */
export function EnterForm({ line }: { line: MatchedLine }) {
  const causes = useEndpoint(endpoints.listCauses);
  const navigate = useNavigate();
  const isAnnounced = line.expected !== null;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.enterTransfers,
    said: 'The line was entered into a deposit',
    initialValues: { causeId: '' },
    toBody: ({ causeId }) => ({
      lineIds: [line.id],
      ...(causeId !== '' && { causeId: readId<CauseId>(causeId) }),
    }),
    check: ({ causeId }) => (isAnnounced || causeId !== '' ? {} : { causeId: 'Choose a cause' }),
    onDone: ({ id }) => navigate(paths.deposit(id)),
  });
  return (
    <DetailSection title="Is It a Donation?">
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <p className="soft">
          Enter it into a deposit. Once that is confirmed, it is a donation, and this line can be
          matched with it.
        </p>
        {!isAnnounced && (
          <NativeSelect
            label="Cause"
            data={[
              { value: '', label: 'Choose a cause' },
              ...(causes.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            aria-required="true"
            {...form.getInputProps('causeId')}
          />
        )}
        <Button type="submit" variant="default" loading={form.submitting}>
          Enter Into a Deposit
        </Button>
      </form>
    </DetailSection>
  );
}
