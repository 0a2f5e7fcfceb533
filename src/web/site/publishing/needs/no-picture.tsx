import classes from '#web/site/publishing/needs/no-picture.module.css';

/** A stand-in for a missing photo: a house with the light on. */
export function NoPicture({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 320 200" aria-hidden="true">
      <rect className={classes.ground} width="320" height="200" />
      <path className={classes.line} d="M100 160V95l60-45 60 45v65ZM80 110l80-60 80 60" />
      <rect className={classes.window} x="144" y="104" width="32" height="32" rx="3" />
      <path className={classes.line} d="M40 160h240" />
    </svg>
  );
}
