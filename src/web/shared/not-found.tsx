import { paths } from '#web/client/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MessageScreen } from '#web/ui/message-screen.tsx';

/** What a page shows that does not exist, or not anymore. */
export function NotFound() {
  return (
    <MessageScreen
      title="Page not found"
      text="The address may have been mistyped, or the page has moved. Your donations are safe."
    >
      <ButtonLink href={paths.home}>Go to home page</ButtonLink>
      <ButtonLink href={paths.contact} look="plain">
        Contact us
      </ButtonLink>
    </MessageScreen>
  );
}

/** Where the page of a need was. It says no more about anybody than that there was one. */
export function TakenDown() {
  return (
    <HiddenNeed
      title="This page was taken down"
      text="It was taken down at the wish of the people it is about."
    />
  );
}

/** The same while the team takes out of it what those whom it is about did not allow. */
export function BeingRewritten() {
  return (
    <HiddenNeed
      title="This page is being written anew"
      text="Those whom it is about have told us what may be shown, and it says more than that. It comes back if we change it."
    />
  );
}

function HiddenNeed({ title, text }: { title: string; text: string }) {
  return (
    <MessageScreen
      title={title}
      text={`${text} The money for it stays in our sums, to the cent. Your donations are safe.`}
    >
      <ButtonLink href={paths.impact}>Where the money goes</ButtonLink>
      <ButtonLink href={paths.contact} look="plain">
        Contact us
      </ButtonLink>
    </MessageScreen>
  );
}
