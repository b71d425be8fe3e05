import { useState } from 'react';
import { Checkbox } from '@fluentui/react-components';
import form from '../ui/form/form.module.css';
import css from './checkbox-set.module.css';

interface Props<T extends string> {
  legend: string;
  hint?: string;
  all: readonly T[];
  chosen: readonly T[];
  /** No choice means all of them, so all are ticked, and the last one stays. */
  isAllWhenEmpty?: boolean;
  words: (one: T) => string;
  onChange: (chosen: T[]) => void;
}

/** Any number of a few values, such as order types. */
export function CheckboxSet<T extends string>({
  legend,
  hint,
  all,
  chosen,
  isAllWhenEmpty = false,
  words,
  onChange,
}: Props<T>) {
  // Ticked again, a box leaves the list as it was.
  const [first] = useState(chosen);
  const ticked = isAllWhenEmpty && chosen.length === 0 ? all : chosen;
  const toggle = (one: T) => {
    const next = ticked.includes(one) ? ticked.filter((other) => other !== one) : [...ticked, one];
    if (isAllWhenEmpty && next.length === 0) return;
    if (isAllWhenEmpty && all.every((other) => next.includes(other))) onChange([]);
    else
      onChange([...first.filter((known) => next.includes(known)), ...next.filter((known) => !first.includes(known))]);
  };
  return (
    <fieldset className={css.set}>
      <legend>{legend}</legend>
      <div className={`g-grid ${form.boxes}`}>
        {all.map((one) => (
          <Checkbox key={one} label={words(one)} checked={ticked.includes(one)} onChange={() => toggle(one)} />
        ))}
      </div>
      {hint && <p className="g-soft">{hint}</p>}
    </fieldset>
  );
}
