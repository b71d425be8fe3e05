import { Select } from '@fluentui/react-components';
import { useId } from 'react';
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx';

interface ChoiceFieldProps {
  name: string;
  label: string;
  value: string;
  error: string | null;
  hint?: string;
  /** Value and label of each choice. */
  choices: (readonly [string, string])[];
  autoComplete: string;
  required?: boolean;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A labelled native select. */
export function ChoiceField({ name, label, value, error, hint, choices, required, ...select }: ChoiceFieldProps) {
  const id = useId();
  const { onChange, onBlur, autoComplete } = select;
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint && { hint })} isRequired={required ?? false}>
      <Select
        id={id}
        name={name}
        value={value}
        required={required ?? false}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(_event, data) => onChange(data.value)}
        onBlur={onBlur}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
