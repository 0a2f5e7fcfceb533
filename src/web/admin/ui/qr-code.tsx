import { encode } from 'uqr';
import classes from '#web/admin/ui/qr-code.module.css';

/** A text as a QR code, drawn in the browser so that nobody else sees the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    // The colors also as attributes, for a copy of the drawing outside of this site.
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fffdf8" />
      <path d={path} fill="#1d2822" />
    </svg>
  );
}
