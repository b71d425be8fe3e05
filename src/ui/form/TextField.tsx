import { Input, type InputProps } from '@fluentui/react-components';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

export interface TextFieldProps extends Omit<InputProps, 'onChange' | 'value' | 'size' | 'defaultValue'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How to fix the value; replaces the hint. */
  error?: string | null;
  /** The rule, shown before a mistake. */
  hint?: string;
  /** Beside the label, such as "Forgot password?". */
  aside?: ReactNode;
  /** Takes the focus when the page opens. */
  takesFocus?: boolean;
}

/** A label, an input, and below it the hint or the error. */
export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  aside,
  required,
  takesFocus = false,
  ...input
}: TextFieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  const below = error ?? hint;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} aside={aside} isRequired={required ?? false}>
      <Input
        {...input}
        ref={element}
        id={id}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
        input={{
          'aria-invalid': error ? true : undefined,
          'aria-describedby': below ? `${id}-below` : undefined,
          required,
        }}
      />
    </FieldFrame>
  );
}
