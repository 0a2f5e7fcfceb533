import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Texts } from '#contract/privacy/privacy.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PersonSection } from '#web/admin/privacy/person-section.tsx';
import classes from '#web/admin/privacy/privacy-page.module.css';
import { RetentionSection } from '#web/admin/privacy/retention-section.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ApiError } from '#web/client/api-client.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/** Data about a person: what is stored, a copy of it, and its erasure; and what leaves because of its age. */
export default function PrivacyPage() {
  // The page of a donor or a volunteer leads here with an address or an ID.
  const { state } = useLocation() as { state: { who?: string } | null };
  const [typed, setTyped] = useState(state?.who ?? '');
  // Not in the address: it would stay in the history of the browser after the person is erased.
  const [who, setWho] = useState(state?.who ?? null);
  const [left, setLeft] = useState<Texts | null>(null);
  const person = useEndpoint(endpoints.findPerson, who === null ? null : { body: { who } }, {
    gcTime: 0,
  });
  const refusal = person.error instanceof ApiError ? person.error : null;
  return (
    <>
      <PageHeader title="Privacy" />
      <PageLead>
        Everybody may ask what is stored about them, get a copy, and be erased. Make sure that you
        answer the person themselves: reply to the address that is stored here.
      </PageLead>
      <TitledSection title="Data About a Person">
        <form
          className={`row end max-40 ${classes.search}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setLeft(null);
            if (typed.trim() === who) void person.refetch();
            setWho(typed.trim());
          }}
        >
          <TextInput
            label="Email address, ID of a donor or an offer of time, or reference of a nomination"
            description="With a reference, you get what is stored about the nominee, whose address nobody asks for."
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={refusal?.data?.fields?.who}
          />
          <Button type="submit" loading={person.isFetching}>
            Find
          </Button>
        </form>
        {person.isLoading && <ProgressRing />}
        {person.isError && refusal?.data?.fields?.who === undefined && (
          <ErrorNotice
            text="What is stored could not be loaded."
            onRetry={() => void person.refetch()}
          />
        )}
        {person.data && <PersonSection person={person.data} left={left} onErased={setLeft} />}
      </TitledSection>
      <RetentionSection />
    </>
  );
}
