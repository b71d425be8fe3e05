import { qrPath } from './qr-path.ts';

interface Props {
  text: string;
  /** What a screen reader says of it. */
  label: string;
  className?: string | undefined;
}

/** Black modules; what is behind it must be light in both themes. Import it lazily: it brings the encoder. */
export function QrCode({ text, label, className }: Props) {
  const { size, path } = qrPath(text);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={path} fill="#000000" />
    </svg>
  );
}
