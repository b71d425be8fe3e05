import { Input, type InputProps } from '@fluentui/react-components';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

export interface TextFieldProps extends Omit<InputProps, 'onChange' | 'value' | 'size' | 'defaultValue'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How to mend it; stands in the hint's place. */
  error?: string | null;
  /** The rule, said before the mistake. */
  hint?: string;
  /** Beside the label, such as "Forgot password?". */
  aside?: ReactNode;
  /** Where typing begins on this page. */
  takesFocus?: boolean;
}

/** A label, an input, and below it the hint or what is wrong with it. */
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
        size="large"
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
