import { ContactForm } from '#web/site/operations/contact/contact-form.tsx';
import classes from '#web/site/shared/form-page.module.css';

export default function ContactPage() {
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Contact Us</h1>
      <p className={classes.lead}>
        A question, an idea, something that went wrong? Write to us; a person reads it and answers.
      </p>
      <ContactForm />
    </div>
  );
}
