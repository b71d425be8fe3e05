import { Button, Input, Select } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { unitLabels } from './labels.ts';
import css from './panel.module.css';
import type { ItemDraft } from './item-draft.ts';
import type { StockRow } from './queries.ts';

interface Props {
  ingredients: readonly StockRow[];
  used: ItemDraft['ingredients'];
  isWrong: boolean;
  onChange: (used: ItemDraft['ingredients']) => void;
}

/** What one piece uses of each ingredient. */
export function RecipeField({ ingredients, used, isWrong, onChange }: Props) {
  const free = ingredients.filter(({ id }) => !used.some((one) => one.inventory_id === id));
  const set = (at: number, patch: Partial<ItemDraft['ingredients'][number]>) =>
    onChange(used.map((one, i) => (i === at ? { ...one, ...patch } : one)));
  return (
    <fieldset className={css.recipe}>
      <legend>Recipe</legend>
      <p className="g-size-13 g-faint">
        {ingredients.length === 0
          ? 'Add ingredients to the inventory first; then say here how much one piece uses.'
          : 'What one piece uses. Each order takes it from the stock.'}
      </p>
      {used.map(({ inventory_id: id, quantity }, i) => {
        const own = ingredients.find((one) => one.id === id);
        const options = own ? [own, ...free] : free;
        return (
          <div key={id} className={css.used}>
            <Select
              aria-label={`Ingredient ${i + 1}`}
              value={id}
              onChange={(_event, data) => set(i, { inventory_id: data.value })}
            >
              {!own && <option value={id}>Deleted ingredient</option>}
              {options.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
            <Input
              aria-label={`Amount of ${own?.name ?? 'ingredient'}`}
              inputMode="decimal"
              value={quantity}
              contentAfter={<span className="g-size-13 g-faint">{own && shortUnit(own)}</span>}
              onChange={(_event, data) => set(i, { quantity: data.value })}
            />
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove ${own?.name ?? 'ingredient'}`}
              onClick={() => onChange(used.filter((_, other) => other !== i))}
            />
          </div>
        );
      })}
      {isWrong && (
        <p className="g-bad" role="alert">
          Enter how much of each is used, such as 0.15.
        </p>
      )}
      {free.length > 0 && (
        <Button
          icon={<Add20Regular />}
          onClick={() => onChange([...used, { inventory_id: free[0]!.id, quantity: '' }])}
        >
          Add ingredient
        </Button>
      )}
    </fieldset>
  );
}

const shortUnit = ({ item: { unit } }: StockRow) =>
  ['g', 'kg', 'ml', 'l'].includes(unit) ? unit : unitLabels[unit].toLowerCase();
