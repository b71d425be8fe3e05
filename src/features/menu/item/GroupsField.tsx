import { Checkbox } from '@fluentui/react-components';
import { useRows } from '../../../data/live.ts';
import css from '../drawer.module.css';
import { modifierGroups } from '../queries.ts';

interface Props {
  chosen: { id: string }[];
  onChange: (chosen: { id: string }[]) => void;
}

/** Which choices a dish has; they are asked for in the order in which they were ticked. */
export function GroupsField({ chosen, onChange }: Props) {
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  if (!groups || groups.length === 0) return null;
  return (
    <fieldset className={css.set}>
      <legend>Choices</legend>
      <div className="g-row g-wrap">
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.some((one) => one.id === id)}
            onChange={(_event, data) =>
              onChange(data.checked ? [...chosen, { id }] : chosen.filter((one) => one.id !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
