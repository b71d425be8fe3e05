import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { TimeInput } from './TimeInput.tsx';

interface Props {
  name: string;
  label: string;
  value: string;
  error?: string | null;
  hint?: string | undefined;
  onChange: (time: string) => void;
}

/** A labelled time of the day. */
export function TimeField({ name, label, value, error = null, hint, onChange }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint && { hint })}>
      <TimeInput id={id} name={name} aria-describedby={`${id}-below`} value={value} onChange={onChange} />
    </FieldFrame>
  );
}
