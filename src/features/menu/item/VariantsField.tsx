import type { ReactNode } from 'react';
import { Button, Field, Input, Radio } from '@fluentui/react-components';
import { Add20Regular, ArrowDown20Regular, ArrowUp20Regular, Delete20Regular } from '@fluentui/react-icons';
import { moved } from '../../../../contract/menu/places.ts';
import { useSorting } from '../../../components/sorting/use-sorting.ts';
import { newId } from '../../../data/ids.ts';
import css from '../drawer.module.css';
import type { VariantDraft, WrongFields } from './item-draft.ts';

interface Props {
  variants: VariantDraft[];
  /** What the dish cost without sizes, for the first of them. */
  firstPrice: string;
  /** Null: nothing is said of them yet. */
  wrong: WrongFields | null;
  /** "11.50" */
  example: string;
  onChange: (variants: VariantDraft[]) => void;
  /** The availability of a variant that is there already. */
  availabilityOf: (variantId: string) => ReactNode;
}

/** Sizes and variants of a dish, each with its price. Without any the dish has one price. */
export function VariantsField({ variants, firstPrice, wrong, example, onChange, availabilityOf }: Props) {
  const set = (at: number, patch: Partial<VariantDraft>) =>
    onChange(variants.map((one, i) => (i === at ? { ...one, ...patch } : one)));
  const ids = variants.map(({ id }) => id);
  const { list, move } = useSorting<HTMLUListElement>({
    ids,
    onMove: (id, to) => onChange(moved(variants, ids.indexOf(id), to)),
  });
  return (
    <fieldset className={css.set}>
      <legend>Sizes and variants</legend>
      <ul ref={list} className={`g-stack g-gap-12 ${css.rows}`}>
        {variants.map((one, i) => {
          const name = one.name || `size ${i + 1}`;
          return (
            <li key={one.id} data-sort={one.id} className={`g-grid g-gap-8 g-edge g-round-8 ${css.variant}`}>
              <Field
                label="Name"
                validationMessage={wrong?.has(`variants.${i}.name`) ? 'Give it a name, such as Large.' : undefined}
              >
                <Input value={one.name} maxLength={80} onChange={(_event, data) => set(i, { name: data.value })} />
              </Field>
              <Field
                label="Price"
                validationMessage={
                  wrong?.has(`variants.${i}.price_amount`) ? `An amount, such as ${example}.` : undefined
                }
              >
                <Input
                  inputMode="decimal"
                  value={one.price_amount}
                  onChange={(_event, data) => set(i, { price_amount: data.value })}
                />
              </Field>
              <div className="g-row g-wrap g-line-row">
                <Radio
                  label="Usual"
                  aria-label={`${name} is the usual one`}
                  checked={one.is_default}
                  onChange={() => onChange(variants.map((other) => ({ ...other, is_default: other.id === one.id })))}
                />
                <Button
                  appearance="subtle"
                  icon={<ArrowUp20Regular />}
                  aria-label={`Move ${name} up`}
                  disabled={i === 0}
                  data-move="up"
                  onClick={() => move(one.id, 'up')}
                />
                <Button
                  appearance="subtle"
                  icon={<ArrowDown20Regular />}
                  aria-label={`Move ${name} down`}
                  disabled={i === variants.length - 1}
                  data-move="down"
                  onClick={() => move(one.id, 'down')}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(variants.filter((other) => other.id !== one.id))}
                />
              </div>
              <div className="g-line-row">{availabilityOf(one.id)}</div>
            </li>
          );
        })}
      </ul>
      {variants.length < 30 && (
        <Button
          icon={<Add20Regular />}
          onClick={() =>
            onChange([
              ...variants,
              {
                id: newId(),
                name: '',
                price_amount: variants.length === 0 ? firstPrice : '',
                sku: null,
                is_default: false,
              },
            ])
          }
        >
          Add a size
        </Button>
      )}
    </fieldset>
  );
}
