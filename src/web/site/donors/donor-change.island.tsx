import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { LinkAnswer } from '#web/site/shared/link-answer.tsx';

const answers = {
  stop: {
    title: 'Stop the Change',
    lead: 'The email address of your donations was changed. If that is not right, stop it: everything will be as it was before, and our team will know.',
    button: 'Stop the change',
    send: (token: string) => call(endpoints.stopDonorChange, { body: { token } }),
  },
  agree: {
    title: 'Is This Right?',
    lead: 'The email address of your donations was changed. If that is right, say so, and private links that we send to the new address work at once.',
    button: 'Yes, this is right',
    send: (token: string) => call(endpoints.agreeToDonorChange, { body: { token } }),
  },
};

/** Stops another address of a donor or agrees to it. */
export default function DonorChange({ answer }: { answer: keyof typeof answers }) {
  return (
    <LinkAnswer
      secretKey="donor-change-link"
      {...answers[answer]}
      isOver={(error) => isRefusal(error, 'change_taken_back') || isRefusal(error, 'invalid_token')}
    />
  );
}
