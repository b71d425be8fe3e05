import { useState } from 'react';
import { Checkbox } from '@fluentui/react-components';
import form from '../ui/form/form.module.css';
import css from './checkbox-set.module.css';

interface Props<T extends string> {
  legend: string;
  hint?: string;
  all: readonly T[];
  chosen: readonly T[];
  words: (one: T) => string;
  onChange: (chosen: T[]) => void;
}

/** Any number of a few values, such as order types. */
export function CheckboxSet<T extends string>({ legend, hint, all, chosen, words, onChange }: Props<T>) {
  // Ticked again, a box leaves the list as it was.
  const [first] = useState(chosen);
  const toggle = (one: T) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    onChange([...first.filter((known) => next.includes(known)), ...next.filter((known) => !first.includes(known))]);
  };
  return (
    <fieldset className={css.set}>
      <legend>{legend}</legend>
      <div className={`g-grid ${form.boxes}`}>
        {all.map((one) => (
          <Checkbox key={one} label={words(one)} checked={chosen.includes(one)} onChange={() => toggle(one)} />
        ))}
      </div>
      {hint && <p className="g-soft">{hint}</p>}
    </fieldset>
  );
}
