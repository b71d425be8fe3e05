import { useState } from 'react';
import { Checkbox, Field, Input } from '@fluentui/react-components';
import { fold } from '../../../contract/fold.ts';
import css from './promotions.module.css';

interface Props {
  label: string;
  choices: readonly { id: string; name: string }[];
  chosen: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Shown at once: more than these are found by typing. */
const SHOWN = 60;

/** Boxes for categories or items, what is chosen first. */
export function ChoiceList({ label, choices, chosen, error, onChange }: Props) {
  const [search, setSearch] = useState('');
  // As it was when the form opened: a box does not move away under the finger.
  const [first] = useState(() => new Set(chosen));
  const words = fold(search).split(' ').filter(Boolean);
  const found = choices
    .filter(({ name }) => words.every((word) => fold(name).includes(word)))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  return (
    <Field label={chosen.length > 0 ? `${label}: ${chosen.length} chosen` : label} required validationMessage={error}>
      <div className="g-stack g-gap-8">
        {choices.length > 8 && (
          <Input
            type="text"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={search}
            onChange={(_event, data) => setSearch(data.value)}
          />
        )}
        <div className={`g-edge g-round-8 ${css.choices}`} role="group" aria-label={label}>
          {found.slice(0, SHOWN).map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(_event, data) =>
                onChange(data.checked === true ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
          {found.length === 0 && <p className="g-faint">Nothing has that name.</p>}
          {found.length > SHOWN && <p className="g-faint">Type a name to find {found.length - SHOWN} more.</p>}
        </div>
      </div>
    </Field>
  );
}
