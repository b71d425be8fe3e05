import { useState } from 'react';
import { Field, Input, Select, Switch } from '@fluentui/react-components';
import { units, type InventoryItem } from '../../../contract/inventory/calls.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { FormDrawer } from '../../components/dialogs/FormDrawer.tsx';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { draftOf, valuesOf } from './item-draft.ts';
import { unitLabels } from './labels.ts';
import { createInventoryItem, editInventoryItem, moveStock } from './mutations.ts';
import { readQuantity } from './quantity-text.ts';
import { RecipeField } from './RecipeField.tsx';
import type { StockRow } from './queries.ts';
import { dishTargets, modifierTargets } from './targets.ts';

interface Props {
  /** null: a new one. */
  row: StockRow | null;
  all: readonly StockRow[];
  dishes: readonly MenuItem[];
  groups: readonly ModifierGroup[];
  restaurant: Restaurant;
  onClose: () => void;
}

/** Begins to count something, or edits how it is counted. Sends only changed fields. */
export function InventoryForm({ row, all, dishes, groups, restaurant, onClose }: Props) {
  const items = all.map(({ item }) => item);
  const [kind, setKind] = useState<InventoryItem['kind']>(row?.item.kind ?? 'menu_item');
  const [targetId, setTargetId] = useState('');
  const targets = kind === 'modifier' ? modifierTargets(groups, items) : dishTargets(dishes, items);
  const target = targets.find(({ id }) => id === targetId);
  const isIngredient = kind === 'ingredient';
  const form = useDraftForm(
    () => ({ ...draftOf(row?.item ?? null), count: '' }),
    ({ count, ...typed }) => {
      const name = row || isIngredient ? typed.name : (target?.name ?? '');
      const read = valuesOf({ ...typed, name }, restaurant.currency);
      const isWrongCount = count.trim() !== '' && readQuantity(count) === null;
      return isWrongCount ? { wrong: new Set([...('wrong' in read ? read.wrong : []), 'count']) } : read;
    },
  );
  const { draft, set, wrong } = form;

  const choose = (next: InventoryItem['kind']) => {
    setKind(next);
    setTargetId('');
    // An ingredient at zero may be a wrong count: to sell out all its dishes is for people to decide.
    set({ unit: next === 'ingredient' ? 'kg' : 'portion', auto_sold_out: next !== 'ingredient', ingredients: [] });
  };
  const save = () => {
    const values = form.check();
    if (!values) return false;
    if (row) {
      const body = form.changedIn(values, row.item);
      if (Object.keys(body).length > 0) mutate(editInventoryItem, { path: { id: row.id }, body });
      return true;
    }
    const id = target?.id ?? newId();
    mutate(createInventoryItem, { body: { id, kind, ...target?.fields, ...values } });
    const counted = readQuantity(draft.count);
    if (counted !== null && draft.is_tracked)
      mutate(moveStock, { path: { id }, body: { movement_type: 'recount', counted_quantity: counted } });
    return true;
  };

  return (
    <FormDrawer
      title={row ? `Edit ${row.name}` : 'Add to inventory'}
      submitLabel={row ? 'Save item' : 'Add item'}
      onDo={save}
      onClose={onClose}
    >
      {!row && (
        <Field label="What do you count?">
          <Select value={kind} onChange={(_event, data) => choose(data.value as InventoryItem['kind'])}>
            <option value="menu_item">A dish or a drink on the menu</option>
            <option value="modifier">A choice, such as extra cheese</option>
            <option value="ingredient">An ingredient</option>
          </Select>
        </Field>
      )}
      {!row && !isIngredient && (
        <Field
          label={kind === 'modifier' ? 'Choice' : 'Dish'}
          required
          hint={targets.length === 0 ? 'All of them are counted already.' : undefined}
          validationMessage={wrong?.has('name') ? 'Choose what is counted.' : undefined}
        >
          <Select value={targetId} onChange={(_event, data) => setTargetId(data.value)}>
            <option value="">Choose…</option>
            {targets.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isIngredient && (
        <Field label="Name" required validationMessage={wrong?.has('name') ? 'Give it a name.' : undefined}>
          <Input value={draft.name} maxLength={160} onChange={(_event, data) => set({ name: data.value })} />
        </Field>
      )}
      <Switch
        label="Count the stock"
        checked={draft.is_tracked}
        onChange={(_event, data) => set({ is_tracked: data.checked })}
      />
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field label="Unit">
          <Select
            value={draft.unit}
            onChange={(_event, data) => set({ unit: units.find((unit) => unit === data.value) ?? draft.unit })}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {unitLabels[unit]}
              </option>
            ))}
          </Select>
        </Field>
        {!row && draft.is_tracked && (
          <Field
            label="In stock now"
            validationMessage={wrong?.has('count') ? 'Enter a number such as 12 or 2.5.' : undefined}
          >
            <Input inputMode="decimal" value={draft.count} onChange={(_event, data) => set({ count: data.value })} />
          </Field>
        )}
        <Field
          label="Low at"
          hint="Warns at this stock and below."
          validationMessage={wrong?.has('low_stock_threshold') ? 'Enter a number such as 5 or 2.5.' : undefined}
        >
          <Input
            inputMode="decimal"
            value={draft.low_stock_threshold}
            onChange={(_event, data) => set({ low_stock_threshold: data.value })}
          />
        </Field>
        <Field
          label="Cost of one"
          hint={isIngredient ? undefined : 'Empty: what its recipe costs.'}
          validationMessage={wrong?.has('cost_amount') ? `Enter an amount in ${restaurant.currency}.` : undefined}
        >
          <Input
            inputMode="decimal"
            value={draft.cost_amount}
            onChange={(_event, data) => set({ cost_amount: data.value })}
          />
        </Field>
        <Field label="Supplier">
          <Input
            value={draft.supplier_name}
            maxLength={120}
            onChange={(_event, data) => set({ supplier_name: data.value })}
          />
        </Field>
        <Field label="SKU">
          <Input value={draft.sku} maxLength={60} onChange={(_event, data) => set({ sku: data.value })} />
        </Field>
      </div>
      <Switch
        label={
          isIngredient ? 'At zero, dishes that use it are sold out' : 'At zero it is sold out, until the next restock'
        }
        checked={draft.auto_sold_out}
        onChange={(_event, data) => set({ auto_sold_out: data.checked })}
      />
      {!isIngredient && (
        <RecipeField
          ingredients={all.filter(({ item }) => item.kind === 'ingredient')}
          used={draft.ingredients}
          isWrong={wrong?.has('ingredients') ?? false}
          onChange={(ingredients) => set({ ingredients })}
        />
      )}
    </FormDrawer>
  );
}
