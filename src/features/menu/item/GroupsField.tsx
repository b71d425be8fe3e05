import { lazy, Suspense, useState } from 'react';
import { Button, Checkbox } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useRows } from '../../../data/live.ts';
import css from '../drawer.module.css';
import { modifierGroups } from '../queries.ts';

const GroupDrawer = lazy(() => import('../groups/GroupDrawer.tsx').then((module) => ({ default: module.GroupDrawer })));

interface Props {
  chosen: { id: string }[];
  restaurant: Restaurant;
  now: number;
  onChange: (chosen: { id: string }[]) => void;
}

/** Which sets of choices a dish has; they are asked for in the order in which they were ticked. A new one is made here, too. */
export function GroupsField({ chosen, restaurant, now, onChange }: Props) {
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []) ?? [];
  const [isNew, setIsNew] = useState(false);
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
      <Button icon={<Add20Regular />} onClick={() => setIsNew(true)}>
        New set of choices
      </Button>
      <Suspense>
        {isNew && (
          <GroupDrawer
            group={null}
            {...{ groups, restaurant, now }}
            onMade={(id) => onChange([...chosen, { id }])}
            onClose={() => setIsNew(false)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}
