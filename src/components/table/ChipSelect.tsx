import css from './table.module.css';

interface Props {
  /** What it filters, read aloud. */
  label: string;
  value: string;
  /** Value and label of each choice. The first one filters nothing. */
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** A filter of one choice, as a native select that looks like the chips beside it. */
export function ChipSelect({ label, value, choices, onChange }: Props) {
  return (
    <select
      className={`g-chip g-surface g-pad-x-8 ${css.days}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {choices.map(([choice, word]) => (
        <option key={choice} value={choice}>
          {word}
        </option>
      ))}
    </select>
  );
}
