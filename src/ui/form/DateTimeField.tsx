import { Input } from '@fluentui/react-components';
import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { TimeInput } from './TimeInput.tsx';

interface Props {
  label: string;
  /** "2026-11-20T18:30"; empty: none. */
  value: string;
  /** The first day that can be chosen. */
  min?: string;
  /** The time of a day that was just chosen. */
  usualTime?: string;
  error?: string | null | undefined;
  hint?: string;
  onChange: (value: string) => void;
}

/** A day, and a time of it in 24 hours. */
export function DateTimeField({ label, value, min, usualTime = '00:00', error = null, hint, onChange }: Props) {
  const id = useId();
  const [date = '', time = ''] = value.split('T');
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint && { hint })}>
      <div className="g-flex g-gap-8">
        <Input
          id={id}
          className="g-grow g-narrow"
          type="date"
          value={date}
          min={min}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(_event, data) => onChange(data.value && `${data.value}T${time || usualTime}`)}
        />
        <TimeInput
          aria-label={`${label}, time`}
          aria-describedby={`${id}-below`}
          disabled={date === ''}
          value={time}
          onChange={(next) => next && onChange(`${date}T${next}`)}
        />
      </div>
    </FieldFrame>
  );
}
