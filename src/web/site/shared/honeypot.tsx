/** The initial value of a form's {@link Honeypot}. */
export const noWebsite = { website: '' };

interface HoneypotProps {
  value?: string;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
}

/**
 * A field that people can neither see nor reach. Bots that fill in every field give themselves away. Where a browser
 * fills it in, the form is accepted after a challenge.
 */
export function Honeypot({ value, onChange }: HoneypotProps) {
  return (
    <div aria-hidden="true" style={{ position: 'absolute', left: '-10000px', top: 'auto' }}>
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" value={value} onChange={onChange} />
      </label>
    </div>
  );
}
