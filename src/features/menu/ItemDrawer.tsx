import { useState } from 'react';
import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import {
  allergens as allAllergens,
  dietaries,
  type MenuCategory,
  type MenuItem,
} from '../../../contract/menu/calls.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { decimal, exponentOf, money, parseMoney } from '../../lib/money.ts';
import form from '../../ui/form.module.css';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import css from './drawer.module.css';
import { changedFields, draftOf, newFields, type ItemDraft } from './item-draft.ts';
import { createItem, editItem } from './mutations.ts';

interface Props {
  /** null: a new one. */
  item: MenuItem | null;
  category: MenuCategory;
  currency: string;
  nextPlace: number;
  onClose: () => void;
}

/** What the contract takes as a price, in minor units. */
const HIGHEST = 100_000_000;

/** A dish's fields. What is not touched is not sent: another device may have changed it meanwhile. */
export function ItemDrawer({ item, category, currency, nextPlace, onClose }: Props) {
  const [draft, setDraft] = useState<ItemDraft>(() => draftOf(item));
  const [price, setPrice] = useState(item ? decimal(item.price_amount, currency) : '');
  const [isChecked, setIsChecked] = useState(false);
  const set = (patch: Partial<ItemDraft>) => setDraft({ ...draft, ...patch });
  const typed = parseMoney(price, currency);
  const amount = typed !== null && typed <= HIGHEST ? typed : null;
  const noName = draft.name.trim() === '';
  const example = money(exponentOf(currency) === 0 ? 1150 : 1150 * 10 ** (exponentOf(currency) - 2), currency).replace(
    /[^\d.,]/g,
    '',
  );

  const save = () => {
    setIsChecked(true);
    if (noName || amount === null) return false;
    const whole = { ...draft, name: draft.name.trim(), price_amount: amount };
    const path = { id: item?.menu_book_id ?? category.menu_book_id, categoryId: item?.category_id ?? category.id };
    if (item) {
      const body = changedFields(item, whole);
      if (Object.keys(body).length > 0) mutate(editItem, { path: { ...path, itemId: item.id }, body });
    } else {
      mutate(createItem, {
        path,
        body: { id: newId(), ...newFields({ ...draft, name: whole.name }, amount), sort_order: nextPlace },
      });
    }
    return true;
  };

  return (
    <FormDrawer
      title={item ? `Edit ${item.name}` : `Add an item to ${category.name}`}
      doWords={item ? 'Save item' : 'Add item'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={isChecked && noName ? 'Give the item a name, as customers read it.' : undefined}
      >
        <Input value={draft.name} maxLength={160} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <Field label="Description" hint="One line that makes it clear what it is.">
        <Textarea
          value={draft.description}
          maxLength={2000}
          onChange={(_event, data) => set({ description: data.value })}
        />
      </Field>
      <div className={form.pair}>
        <Field
          label="Price"
          required
          validationMessage={
            isChecked && amount === null ? `Use an amount in ${currency}, such as ${example}.` : undefined
          }
        >
          <Input
            inputMode="decimal"
            value={price}
            contentBefore={<span aria-hidden="true">{symbolOf(currency)}</span>}
            onBlur={() => price && setIsChecked(true)}
            onChange={(_event, data) => setPrice(data.value)}
          />
        </Field>
        <Field label="Heat">
          <Select
            value={String(draft.spice_level ?? '')}
            onChange={(_event, data) => set({ spice_level: data.value === '' ? null : Number(data.value) })}
          >
            <option value="">Not stated</option>
            <option value="0">None</option>
            <option value="1">Mild</option>
            <option value="2">Hot</option>
            <option value="3">Very hot</option>
          </Select>
        </Field>
      </div>
      <Boxes
        legend="Allergens it contains"
        all={allAllergens}
        chosen={draft.allergens}
        words={(one) => allergenList([one])}
        onChange={(allergens) => set({ allergens })}
      />
      <Boxes
        legend="Suitable for"
        all={dietaries}
        chosen={draft.dietary}
        words={(one) => allergenList([one])}
        onChange={(dietary) => set({ dietary })}
      />
      <Checkbox
        label="These lists are complete (shown to customers)"
        checked={draft.allergens_confirmed}
        onChange={(_event, data) => set({ allergens_confirmed: data.checked === true })}
      />
    </FormDrawer>
  );
}

interface BoxesProps<T extends string> {
  legend: string;
  all: readonly T[];
  chosen: T[];
  words: (one: T) => string;
  onChange: (chosen: T[]) => void;
}

function Boxes<T extends string>({ legend, all, chosen, words, onChange }: BoxesProps<T>) {
  return (
    <fieldset className={css.set}>
      <legend>{legend}</legend>
      <div className={form.boxes}>
        {all.map((one) => (
          <Checkbox
            key={one}
            label={words(one)}
            checked={chosen.includes(one)}
            onChange={(_event, data) =>
              onChange(data.checked === true ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const symbolOf = (currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency;
