import { useState, type ComponentProps } from 'react';
import css from './TimeInput.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** "18:30"; empty: none. */
  value: string;
  /** Empty: what is typed is no time yet. */
  onChange: (time: string) => void;
}

/** A time of the day in 24 hours, whatever the device's own clock shows. "9", "930" and "9.30" are read, too. */
export function TimeInput({ value, onChange, ...input }: Props) {
  const [text, setText] = useState(value);
  const [last, setLast] = useState({ value, reported: value });
  const report = (time: string) => {
    setLast({ ...last, reported: time });
    if (time !== value) onChange(time);
  };
  // The field's own time coming back must not undo what is typed.
  if (value !== last.value) {
    setLast({ ...last, value });
    if (value !== last.reported) setText(value);
  }
  return (
    <input
      {...input}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="18:30"
      className={`g-input ${css.time}`}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        report(readTime(target.value));
      }}
      onBlur={() => {
        // A whole hour could not be told from the beginning of a longer one before.
        const time = readTime(/^\s*\d{1,2}\s*$/.test(text) ? `${text.trim()}:00` : text);
        report(time);
        // A form that needs a time keeps the former one.
        setText(time || value);
      }}
    />
  );
}

function readTime(text: string): string {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:. ]?(\d{2})\s*$/.exec(text) ?? [];
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : '';
}
