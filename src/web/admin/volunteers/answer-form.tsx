import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { Volunteer } from '#contract/volunteers/volunteers.ts';
import {
  type OfferState,
  offerStateWords,
  settableOfferStates,
} from '#core/volunteers/offer-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { NeedSelect } from '#web/admin/volunteers/need-select.tsx';
import { useVolunteerChoices } from '#web/admin/volunteers/use-volunteer-choices.ts';
import { readId } from '#web/client/paths.ts';
import { FieldPair, FormActions, StackedForm } from '#web/ui/form-layout.tsx';

/** What the form begins with; once another value is stored, it begins again. */
export function answerOf({ state, assignedTo, need, notes }: Volunteer) {
  return {
    state: state as OfferState,
    assignedToId: assignedTo?.id ?? '',
    nominationId: need?.id ?? '',
    notes: notes ?? '',
  };
}

/** The same for whoever may only read it. */
export function answerRows({ assignedTo, need, notes }: Volunteer) {
  return { Need: need?.nominee, 'Assigned To': assignedTo?.name, Notes: notes !== '' && notes };
}

/** How far an offer is, who looks after it, what it is for, and what to remember. */
export function AnswerForm({ volunteer }: { volunteer: Volunteer }) {
  const { id, state, assignedTo, need } = volunteer;
  const choices = useVolunteerChoices();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changeVolunteer,
    params: { id },
    initialValues: answerOf(volunteer),
    toBody: ({ state: chosen, assignedToId, nominationId, ...rest }) => ({
      ...rest,
      // Only donors withdraw; what they did stays, unless somebody chooses another state.
      ...(chosen !== 'withdrawn' && { state: chosen }),
      assignedToId: readId<UserId>(assignedToId || null),
      nominationId: readId<NominationId>(nominationId || null),
    }),
    said: 'Saved',
  });
  const states: readonly OfferState[] =
    state === 'withdrawn' ? ['withdrawn', ...settableOfferStates] : settableOfferStates;
  const colleagues = choices.data?.colleagues ?? [];
  // Somebody who does not look after volunteers anymore.
  const former = assignedTo && !colleagues.some((each) => each.id === assignedTo.id);
  return (
    <StackedForm isTight onSubmit={onSubmit}>
      <FieldPair>
        <NativeSelect
          label="State"
          data={states.map((value) => ({ value, label: offerStateWords[value].name }))}
          {...form.getInputProps('state')}
        />
        <NativeSelect
          label="Assigned to"
          data={[
            { value: '', label: 'Nobody' },
            ...[...(former ? [assignedTo] : []), ...colleagues].map((each) => ({
              value: each.id,
              label: each.name,
            })),
          ]}
          {...form.getInputProps('assignedToId')}
        />
      </FieldPair>
      <p className="soft">{offerStateWords[form.values.state].text}</p>
      <NeedSelect current={need} {...form.getInputProps('nominationId')} />
      <Textarea
        label="Notes"
        description="Only the team sees these."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
      <FormActions>
        <Button type="submit" variant="default" loading={form.submitting}>
          Save
        </Button>
      </FormActions>
    </StackedForm>
  );
}
