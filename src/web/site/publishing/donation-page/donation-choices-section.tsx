import { useRef, useState } from 'react';
import { donorPagePath } from '#contract/pages.ts';
import type { DonationPage as DonationView } from '#contract/publishing/donation-page.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import classes from '#web/site/publishing/donation-page/donation-choices-section.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { WorkButton } from '#web/site/shared/work-button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** What a donor can turn on and off. */
type DonationChoice = 'isAvailableToVolunteerTime' | 'isAnonymous' | 'wantsUpdates';

interface ChoicesProps {
  donor: NonNullable<DonationView['donor']>;
  token: string;
  onChange: (donation: DonationView) => void;
}

/** A donor's choices, each saved separately, and the private link. */
export function DonationChoicesSection(props: ChoicesProps) {
  return (
    <ContentSection title="Your choices">
      <Choice
        {...props}
        choice="isAvailableToVolunteerTime"
        label="I am available to volunteer my time"
      />
      <Choice
        {...props}
        choice="isAnonymous"
        label="Keep this donation anonymous"
        description="Your name is shown to nobody outside of our team. The donation itself still counts everywhere."
      />
      <Choice
        {...props}
        choice="wantsUpdates"
        label="Email me updates about the needs my donation helped"
        description="Applies to all donations from the same email address. You still get receipts for your donations and replies to your messages."
      />
      <p>
        Anyone who has the link to this page can see your donation. If someone else got it, request
        a new one: we email it to you, and all earlier links stop working.
      </p>
      <div className="row center">
        <Request
          label="Get a new private link"
          send={() => call(endpoints.replaceDonationLink, { body: { token: props.token } })}
        />
        <Request
          label="Send the receipt again"
          send={() => call(endpoints.sendReceiptByLink, { body: { token: props.token } })}
        />
      </div>
      <p>
        <a href={donorPagePath}>See all donations from your address</a>
      </p>
    </ContentSection>
  );
}

interface RequestProps {
  label: string;
  send: () => Promise<{ message: string }>;
}

/** Asks for an email, once: then the answer takes the button's place. */
function Request({ label, send }: RequestProps) {
  const [message, setMessage] = useState<string>();
  if (message !== undefined) return <p role="status">{message}</p>;
  return (
    <WorkButton look="plain" act={async () => setMessage((await send()).message)}>
      {label}
    </WorkButton>
  );
}

interface ChoiceProps extends ChoicesProps {
  choice: DonationChoice;
  label: string;
  description?: string;
}

/** Switches immediately, says when it is saved, and switches back if it cannot be. */
function Choice({ donor, token, onChange, choice, label, description }: ChoiceProps) {
  const [state, setState] = useState<'unchanged' | 'saving' | 'saved'>('unchanged');
  // Local state instead of what was loaded: a box that waits for anything ignores the click.
  const [chosen, setChosen] = useState<boolean | null>(null);
  // One after another, so that the last one wins.
  const saving = useRef(Promise.resolve());
  const last = useRef(0);

  async function save(isOn: boolean, number: number) {
    // What becomes of an earlier choice changes nothing that is seen.
    const show = (change: () => void) => number === last.current && change();
    try {
      onChange(await call(endpoints.changeDonationPage, { body: { token, [choice]: isOn } }));
      show(() => setState('saved'));
    } catch (error) {
      notifyError(errorMessage(error));
      show(() => {
        setChosen(null);
        setState('unchanged');
      });
      // The change may have arrived although its response was lost.
      await call(endpoints.openDonationPage, { body: { token } }).then(onChange, () => {});
    }
  }
  return (
    <div className={`grid gap-3 max-42 ${classes.choice}`}>
      <Checkbox
        label={label}
        description={description}
        checked={chosen ?? donor[choice]}
        onChange={(isOn) => {
          setChosen(isOn);
          setState('saving');
          last.current += 1;
          const number = last.current;
          saving.current = saving.current.then(() => save(isOn, number));
        }}
      />
      <p className={classes.saved} role="status">
        {state === 'saving' && 'Saving…'}
        {state === 'saved' && 'Saved'}
      </p>
    </div>
  );
}
