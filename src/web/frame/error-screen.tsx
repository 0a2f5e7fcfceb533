import { MessageScreen } from '#web/ui/message-screen.tsx';

/** Replaces the whole site when the session check fails. */
export function ErrorScreen() {
  return (
    <MessageScreen
      isAlone
      title="Well... This is Not Like Us :("
      text="We are working to fix the problem. Please check back later!"
    />
  );
}
