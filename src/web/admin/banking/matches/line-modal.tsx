import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { MatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId, CauseId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { AnnouncedBy } from '#web/admin/banking/matches/announced-by.tsx';
import classes from '#web/admin/banking/matches/line-modal.module.css';
import { MatchForm } from '#web/admin/banking/matches/match-form.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Detail, DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

interface LineModalProps {
  id: BankLineId | null;
  /** Whether the list says what it probably is. */
  isProposed: boolean;
  opened: boolean;
  onClose: () => void;
}

/** One line: what it is, or a form that says it. */
export function LineModal({ id, isProposed, opened, onClose }: LineModalProps) {
  const line = useEndpoint(
    endpoints.getBankLine,
    opened && id !== null ? { params: { id } } : null,
  );
  return (
    <Modal title="Bank Line" opened={opened} onClose={onClose}>
      <CallState call={line} failed="The line could not be loaded." />
      {line.data && (
        <Line key={line.data.id} line={line.data} isProposed={isProposed} onClose={onClose} />
      )}
    </Modal>
  );
}

interface LineProps extends Pick<LineModalProps, 'isProposed' | 'onClose'> {
  line: MatchedLine;
}

function Line({ line, isProposed, onClose }: LineProps) {
  const mayWrite = useMay('money.write');
  const isEnterable = line.cents > 0 && !isProposed;
  const isWithoutMoney = line.cents === 0 && line.matches.length === 0;
  return (
    <>
      <DetailList>
        <Detail name="Account">{line.account.name}</Detail>
        <Detail name="Booked">{formatDay(line.bookedOn)}</Detail>
        <Detail name="Amount">
          <Money cents={line.cents} />
        </Detail>
        {line.counterparty !== '' && <Detail name="Paid by or to">{line.counterparty}</Detail>}
        {line.text !== '' && <Detail name="Text">{line.text}</Detail>}
        {line.matches.map(({ id, name, cents, by }) => (
          <Detail key={id} name="Matched with">
            {name}: <Money cents={cents} />, by {by}
          </Detail>
        ))}
        {line.deposit && (
          <Detail name="Entered into">
            <Link to={paths.deposit(line.deposit.id)}>{line.deposit.title}</Link>
            {': it can be matched once that deposit is confirmed.'}
          </Detail>
        )}
        {line.expected && !line.deposit && (
          <Detail name="Announced by">
            <AnnouncedBy {...line.expected} />
          </Detail>
        )}
        {isWithoutMoney && <Detail name="Match">Not needed: this line moves no money</Detail>}
      </DetailList>
      {mayWrite && line.matches.length === 0 && !line.deposit && !isWithoutMoney && (
        <>
          {isEnterable && <EnterForm line={line} />}
          <MatchForm
            line={line}
            legend={isEnterable ? 'Or something else' : 'What it is'}
            onClose={onClose}
          />
        </>
      )}
      {mayWrite && line.matches.length > 0 && <Undo line={line} />}
    </>
  );
}

function Undo({ line }: { line: MatchedLine }) {
  const undo = useModal('undo');
  return (
    <>
      <ModalActions>
        <Button variant="default" onClick={() => undo.open()}>
          Undo Match
        </Button>
      </ModalActions>
      <ReasonModal
        title="Undo Match"
        text="The line waits to be matched again, and so does the other side of a transfer."
        action="Undo Match"
        hint="Your team can read it in the audit trail."
        to={endpoints.unmatchLine}
        said="The line is open again"
        params={{ id: line.id }}
        {...undo.dialog}
      />
    </>
  );
}

/** Enters a line that brought money into a deposit, which makes it a donation, whether a donor announced it or not. */
function EnterForm({ line }: { line: MatchedLine }) {
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
              ...(causes.data ?? []).map((cause) => ({
                value: cause.id,
                label: nameWithState(cause),
              })),
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
