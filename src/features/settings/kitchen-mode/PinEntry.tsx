import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { roles } from '../../../../contract/people/permissions.ts';
import type { Result } from '../../../api/send.ts';
import css from './kitchen-mode.module.css';
import type { DevicePerson } from './people.ts';
import { PinPad } from './PinPad.tsx';

interface Props {
  people: readonly DevicePerson[];
  submitLabel: string;
  onPin: (person: DevicePerson, pin: string) => Promise<Result<unknown>>;
}

/** Who it is, then their PIN. One press less where only one person has one. */
export function PinEntry({ people, submitLabel, onPin }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const person = people.length === 1 ? people[0] : people.find(({ id }) => id === chosen);
  if (!person)
    return people.length === 0 ? (
      <p className={`g-soft ${css.text}`}>Nobody’s PIN is known on this device yet. Connect it to the internet once.</p>
    ) : (
      <ul className={`g-grid g-gap-8 g-full ${css.people}`} aria-label="Who is it?">
        {people.map(({ id, name, role }) => (
          <li key={id}>
            <button type="button" onClick={() => setChosen(id)}>
              <span className="g-truncate g-strong">{name}</span>
              <span className="g-text-13 g-soft">{roles[role].label}</span>
            </button>
          </li>
        ))}
      </ul>
    );
  return (
    <>
      <p className="g-row g-gap-8 g-centered">
        <span className="g-strong g-ink">{person.name}</span>
        {people.length > 1 && (
          <Button appearance="subtle" size="small" onClick={() => setChosen(null)}>
            Somebody else
          </Button>
        )}
      </p>
      <PinPad key={person.id} submitLabel={submitLabel} onPin={(pin) => onPin(person, pin)} />
    </>
  );
}
