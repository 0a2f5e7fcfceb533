/** The initial value of a form's {@link Honeypot}: the only one that the contract accepts. */
export const noWebsite = { website: '' as '' };

interface HoneypotProps {
  value?: string;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
}

/** A field that people can neither see nor reach. Bots that fill in every field give themselves away. */
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
