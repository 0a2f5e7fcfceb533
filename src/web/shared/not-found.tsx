import { paths } from '#web/client/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MessageScreen } from '#web/ui/message-screen.tsx';

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
