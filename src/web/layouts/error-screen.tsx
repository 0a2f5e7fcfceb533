import classes from '#web/shared/message-screen.module.css';

/** Instead of everything, when the server cannot even say who is signed in. Texts: specification, section 2. */
export function ErrorScreen() {
  return (
    <main className={`page ${classes.screen}`} tabIndex={-1}>
      <BrokenThread />
      <h1>Well... This is Not Like Us :(</h1>
      <p className={classes.text}>We are working to fix the problem. Please check back later!</p>
    </main>
  );
}

/** The way of a gift, interrupted. */
export function BrokenThread() {
  return (
    <svg className={classes.thread} viewBox="0 0 320 90" aria-hidden="true">
      <path d="M12 62c34-44 72-44 104-8 9 10 17 13 24 12" />
      <path d="M186 34c10-6 20-4 32 8 30 30 62 26 90-12" />
      <circle cx="12" cy="62" r="7" />
      <circle cx="308" cy="30" r="7" />
    </svg>
  );
}
