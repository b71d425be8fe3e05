import { TextField } from '../../../ui/form/TextField.tsx';

interface Props {
  name: string;
  label: string;
  value: number | null;
  hint?: string;
  error?: string | null;
  /** NaN: what is typed is no whole number. */
  onChange: (value: number | null) => void;
}

/** A whole number; empty is null. */
export function NumberField({ name, label, value, hint, error, onChange }: Props) {
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      maxLength={6}
      value={value === null || Number.isNaN(value) ? '' : String(value)}
      error={error ?? null}
      {...(hint !== undefined && { hint })}
      onChange={(text) => {
        const digits = text.replaceAll(/\D/g, '');
        onChange(digits === '' ? null : Number(digits));
      }}
    />
  );
}
