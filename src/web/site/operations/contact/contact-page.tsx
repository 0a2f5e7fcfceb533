import { NarrowPage } from '#web/shared/narrow-page.tsx';
import { ContactForm } from '#web/site/operations/contact/contact-form.tsx';

export default function ContactPage() {
  return (
    <NarrowPage
      title="Contact Us"
      lead="Do you have a question or an idea, or did something go wrong? Write to us. A person reads your message and replies."
    >
      <ContactForm />
    </NarrowPage>
  );
}
