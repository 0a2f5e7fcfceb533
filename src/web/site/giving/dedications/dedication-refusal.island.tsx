import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { LinkAnswer } from '#web/site/shared/link-answer.tsx';

/** Blocks the mailbox that got the link. */
export default function DedicationRefusal() {
  return (
    <LinkAnswer
      secretKey="dedication-link"
      title="No More Such Emails"
      lead="Somebody asked us to tell you of a donation in honor or in memory of somebody. Do you want no more emails like that from us, whoever asks for them?"
      button="No more such emails, please"
      send={(token) => call(endpoints.refuseDedications, { body: { token } })}
    />
  );
}
