import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DonationPage as DonationView } from '#contract/publishing/donation-page.ts';
import classes from '#web/site/publishing/donation-page/donation-choices-section.module.css';
import {
  type DonationChoice,
  useChangeDonationPage,
  useReplaceDonationLink,
} from '#web/site/publishing/donation-page/queries.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import '#web/ui/form-fields.css';

/** A donor's choices, each saved separately, and the private link. */
export function DonationChoicesSection({
  donation,
  token,
}: {
  donation: DonationView;
  token: string;
}) {
  const replace = useReplaceDonationLink(token);
  return (
    <ContentSection title="Your choices">
      <Choice
        donation={donation}
        token={token}
        choice="isAvailableToVolunteerTime"
        label="I am available to volunteer my time"
      />
      <Choice
        donation={donation}
        token={token}
        choice="wantsUpdates"
        label="Email me updates about the needs my donation helped"
        description="Applies to all donations from the same email address. You still get receipts for your donations and replies to your messages."
      />
      <p>
        Anyone who has the link to this page can see your donation. If someone else got it, request
        a new one: we email it to you, and all earlier links stop working.
      </p>
      {replace.isSuccess ? (
        <p role="status">{replace.data.message}</p>
      ) : (
        <Button
          className={classes.more ?? ''}
          variant="default"
          loading={replace.isPending}
          onClick={() => replace.mutate()}
        >
          Get a new private link
        </Button>
      )}
    </ContentSection>
  );
}

interface ChoiceProps {
  donation: DonationView;
  token: string;
  choice: DonationChoice;
  label: string;
  description?: ReactNode;
}

/** Switches immediately, says when it is saved, and switches back if it cannot be. */
function Choice({ donation, token, choice, label, description }: ChoiceProps) {
  const change = useChangeDonationPage(token, choice);
  // Local state instead of the query's: a checkbox that waits for anything ignores the click.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <div className={classes.choice}>
      <Checkbox
        label={label}
        description={description}
        checked={chosen ?? donation[choice]}
        onChange={({ currentTarget: { checked } }) => {
          setChosen(checked);
          change.mutate(checked, { onError: () => setChosen(null) });
        }}
      />
      <p className={classes.saved} role="status">
        {change.isPending && 'Saving…'}
        {change.isSuccess && 'Saved'}
      </p>
    </div>
  );
}
