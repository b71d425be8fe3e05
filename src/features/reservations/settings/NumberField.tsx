import { Field, Input } from '@fluentui/react-components';

interface Props {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
}

/** A whole number. What is typed stays until it can be read. */
export function NumberField({ label, hint, value, min, max, step = 1, onChange }: Props) {
  const isWrong = Number.isNaN(value) || value < min || value > max;
  return (
    <Field label={label} hint={hint} validationMessage={isWrong ? `Enter ${min} to ${max}.` : undefined}>
      <Input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={step}
        value={Number.isNaN(value) ? '' : String(value)}
        onChange={(_event, data) => onChange(/^-?\d+$/.test(data.value) ? Number(data.value) : Number.NaN)}
      />
    </Field>
  );
}
