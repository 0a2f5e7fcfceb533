import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Gift } from '#contract/publishing/donation-page.ts';
import { type GiftChoice, useChangeGift, useReplaceGiftLink } from '#web/features/gifts/queries.ts';
import classes from '#web/styles/impact.module.css';
import '#web/ui/form-fields.css';

/** What a donor offers and gets, each switch saved by itself, and the private link. */
export function GiftChoicesForm({ gift, token }: { gift: Gift; token: string }) {
  const replace = useReplaceGiftLink(token);
  return (
    <section className={classes.section}>
      <h2>Your choices</h2>
      <Choice
        gift={gift}
        token={token}
        choice="isAvailableToVolunteerTime"
        label="I am available to volunteer my time"
      />
      <Choice
        gift={gift}
        token={token}
        choice="wantsUpdates"
        label="Email me updates about the needs my gift helped"
        description="For all gifts from the same email address. Receipts for your gifts and answers to you come all the same."
      />
      <p>
        Whoever has the link to this page can see your gift. If somebody else got hold of it, make a
        new one: we mail it to you, and all earlier links end.
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
          Make a new private link
        </Button>
      )}
    </section>
  );
}

interface ChoiceProps {
  gift: Gift;
  token: string;
  choice: GiftChoice;
  label: string;
  description?: ReactNode;
}

/** Switches at once, says when it is saved, and goes back where it cannot be. */
function Choice({ gift, token, choice, label, description }: ChoiceProps) {
  const change = useChangeGift(token, choice);
  // Ours and not the query's: a checkbox that waits for anything does not take the click.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <div className={classes.choice}>
      <Checkbox
        label={label}
        description={description}
        checked={chosen ?? gift[choice]}
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
