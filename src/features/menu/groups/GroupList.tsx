import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowDown20Regular,
  ArrowUp20Regular,
  Delete20Regular,
  Edit20Regular,
} from '@fluentui/react-icons';
import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { EdgeDialog } from '../../../components/dialogs/EdgeDialog.tsx';
import { SortHandle } from '../../../components/sorting/SortHandle.tsx';
import { useRows } from '../../../data/live.ts';
import { mutate } from '../../../data/mutate.ts';
import { AvailabilitySwitch } from '../AvailabilitySwitch.tsx';
import { setModifier } from '../availability.ts';
import { sayDeleted } from '../delete-with-undo.ts';
import { removeGroup, reorderGroups, restoreGroup } from '../mutations.ts';
import { useOrder } from '../order/use-order.ts';
import { allItems, modifierGroups } from '../queries.ts';

const GroupDrawer = lazy(() => import('./GroupDrawer.tsx').then((module) => ({ default: module.GroupDrawer })));
const ConfirmDialog = lazy(() =>
  import('../../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

const ways = [
  ['up', ArrowUp20Regular],
  ['down', ArrowDown20Regular],
] as const;

interface Props {
  restaurant: Restaurant;
  now: number;
  onClose: () => void;
}

/** All choices of the restaurant's dishes: each can be switched off here, for every dish at once. */
export function GroupList({ restaurant, now, onClose }: Props) {
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const items = useRows('menu_items', (db) => allItems(db), []) ?? [];
  const { list, move, moveOf } = useOrder<HTMLDivElement, ModifierGroup>({
    rows: groups,
    save: (places) => mutate(reorderGroups, { body: { places } }),
  });
  const [editing, setEditing] = useState<ModifierGroup | 'new' | null>(null);
  const [removing, setRemoving] = useState<ModifierGroup | null>(null);
  const remove = ({ id, name }: ModifierGroup) => {
    const path = { groupId: id };
    const restore = () => mutate(restoreGroup, { path, body: {} });
    sayDeleted(name, [mutate(removeGroup, { path })], restore);
  };
  if (editing)
    return (
      <Suspense>
        <GroupDrawer
          group={editing === 'new' ? null : editing}
          groups={groups ?? []}
          {...{ restaurant, now }}
          onClose={() => setEditing(null)}
        />
      </Suspense>
    );
  if (removing)
    return (
      <Suspense>
        <ConfirmDialog
          title={`Delete ${removing.name}?`}
          keepLabel="Keep them"
          submitLabel={`Delete ${removing.name}`}
          onDo={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          Dishes with these choices are ordered without them. Orders that contain them stay.
        </ConfirmDialog>
      </Suspense>
    );
  return (
    <EdgeDialog title="Choices" closeWords="Close choices" onClose={onClose} className="g-stack g-gap-16">
      {() => (
        <>
          {groups?.length === 0 && (
            <p className="g-soft">Toppings, sauces, how well done: add them once, for any dish.</p>
          )}
          <div ref={list} className="g-stack g-gap-16">
            {groups?.map((group) => (
              <section key={group.id} className="g-stack g-gap-8" data-sort={group.id}>
                <div className="g-row g-spread">
                  <SortHandle />
                  <h3 className="g-strong g-fill g-narrow">{group.name}</h3>
                  <span className="g-row">
                    {ways.map(([way, Icon]) => (
                      <Button
                        key={way}
                        appearance="subtle"
                        icon={<Icon />}
                        aria-label={`Move ${group.name} ${way}`}
                        data-move={way}
                        disabled={moveOf(group.id, way) === null}
                        onClick={() => move(group.id, way)}
                      />
                    ))}
                    <Button
                      appearance="subtle"
                      icon={<Edit20Regular />}
                      aria-label={`Edit ${group.name}`}
                      onClick={() => setEditing(group)}
                    />
                    <Button
                      appearance="subtle"
                      icon={<Delete20Regular />}
                      aria-label={`Delete ${group.name}`}
                      onClick={() => setRemoving(group)}
                    />
                  </span>
                </div>
                <p className="g-soft g-size-13">
                  {usedBy(items.filter((item) => item.modifier_groups?.some(({ id }) => id === group.id)))}
                </p>
                {group.modifiers.map((one) => (
                  <AvailabilitySwitch
                    key={one.id}
                    name={one.name}
                    target={one}
                    {...{ restaurant, now }}
                    onWish={(wish) => setModifier(group.id, one.id, wish)}
                  />
                ))}
              </section>
            ))}
          </div>
          <Button icon={<Add20Regular />} onClick={() => setEditing('new')}>
            Add choices
          </Button>
        </>
      )}
    </EdgeDialog>
  );
}

const NAMED = 3;

/** "Used by Lamb korma, Naan and 2 more". */
function usedBy(items: readonly { name: string }[]): string {
  if (items.length === 0) return 'Used by no dish yet';
  const named = items.slice(0, NAMED).map(({ name }) => name);
  const more = items.length - named.length;
  return `Used by ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
