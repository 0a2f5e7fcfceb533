import type { FormState } from '#contract/documents.ts';
import { paths } from '#web/client/paths.ts';
import ContactForm from '#web/site/publishing/contact/contact-form.island.tsx';
import { Island } from '#web/ui/island.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Note } from '#web/ui/note.tsx';

interface ContactPageProps {
  form: FormState;
  /** Whether a browser without script has just sent a message. */
  isSent: boolean;
}

/** The page with the contact form. */
export function ContactPage({ form, isSent }: ContactPageProps) {
  return (
    <NarrowPage
      title="Contact Us"
      lead="Do you have a question or an idea, or did something go wrong? Write to us. Your message goes to the people on our team, who can answer you by email."
    >
      <p>
        Did you give or nominate, and cannot find our email?{' '}
        <a href={paths.donorPage}>Find my donations</a> or{' '}
        <a href={paths.trackingPage}>find my nominations</a>.
      </p>
      {isSent && <Note>Thank you for your message. We will reply by email.</Note>}
      <Island name="contact-form" component={ContactForm} props={{ state: form }} />
    </NarrowPage>
  );
}
