import { useEffect, useId, useRef } from 'react';
import { FieldFrame } from '../../ui/FieldFrame.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './CodeField.module.css';

const LENGTH = 6;

interface CodeFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Six digits: one real input, so that pasting and the system's own suggestion work, drawn as six boxes. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <FieldFrame id={id} label="Code" error={error} hint="It is valid for 10 minutes. Look in spam too.">
      <div className={classes(styles.code, error && styles.faulty)}>
        <input
          ref={input}
          id={id}
          name="otp_code"
          className={styles.input}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, LENGTH))}
          // The caret stays behind the last digit: the boxes show no other place.
          onSelect={() => input.current?.setSelectionRange(value.length, value.length)}
        />
        <div className={styles.boxes} aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, place) => (
            <span
              key={place}
              className={classes(styles.box, place === Math.min(value.length, LENGTH - 1) && styles.current)}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}
