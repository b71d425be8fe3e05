import { Select } from '@fluentui/react-components';
import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

interface Props {
  name: string;
  label: string;
  value: string;
  error?: string | null;
  hint?: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A labelled native select. */
export function SelectField({ name, label, value, error = null, hint, choices, onChange, onBlur }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint && { hint })}>
      <Select
        id={id}
        name={name}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(_event, data) => onChange(data.value)}
        onBlur={onBlur}
      >
        {choices.map(([choice, shown]) => (
          <option key={choice} value={choice}>
            {shown}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
