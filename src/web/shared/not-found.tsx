import { paths } from '#web/client/paths.ts';
import { MessageScreen } from '#web/shared/message-screen.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function NotFound() {
  return (
    <MessageScreen
      title="Page not found"
      text="The address may have been mistyped, or the page has moved. Your donations are safe."
    >
      <LinkButton to={paths.home}>Go to home page</LinkButton>
      <LinkButton to={paths.contact} variant="default">
        Contact us
      </LinkButton>
    </MessageScreen>
  );
}
