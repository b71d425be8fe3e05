import { useEffect, useId, useRef } from 'react';
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './CodeField.module.css';

const LENGTH = 6;

interface CodeFieldProps {
  value: string;
  name: string;
  error: string | null;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** Six digits: one real input drawn as six boxes, so that pasting and the system's suggestion work. */
export function CodeField({ value, name, error, onChange, onBlur }: CodeFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // Whoever pasted or typed the sixth digit is done.
  useEffect(() => {
    if (value.length === LENGTH) input.current?.form?.requestSubmit();
  }, [value]);
  // Typing replaces a whole code that was refused. Otherwise the caret stays behind the last digit, because the boxes show no other
  // position.
  const isTypedOver = error !== null && value.length === LENGTH;
  const [start, end] = [isTypedOver ? 0 : value.length, value.length];
  useEffect(() => {
    if (isTypedOver) input.current?.select();
  }, [isTypedOver]);
  return (
    <FieldFrame id={id} label="Code" error={error} hint="It is valid for 10 minutes. Look in spam too.">
      <div className={classes('g-relative', error && styles.faulty)}>
        <input
          ref={input}
          id={id}
          name={name}
          className={`g-full g-absolute g-whole ${styles.input}`}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, LENGTH))}
          onBlur={onBlur}
          onSelect={() => input.current?.setSelectionRange(start, end)}
        />
        <div className={`g-grid g-gap-8 ${styles.boxes}`} aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, place) => (
            <span
              key={place}
              className={classes(
                'g-center g-heavy g-surface g-round-10',
                styles.box,
                place === Math.min(start, LENGTH - 1) && styles.current,
              )}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}
