import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { type MenuCategory, type MenuItem } from '../../../../contract/menu/calls.ts';
import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { allergens as allAllergens, dietaries } from '../../../../contract/menu/parts.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { newId } from '../../../data/ids.ts';
import { useRow } from '../../../data/live.ts';
import { mutate } from '../../../data/mutate.ts';
import { allergenList } from '../../../lib/allergen-label.ts';
import { exampleAmount } from '../../../lib/money.ts';
import { useDraftForm } from '../../../ui/form/use-draft-form.ts';
import { CheckboxSet } from '../../../components/CheckboxSet.tsx';
import { FormDrawer } from '../../../components/dialogs/FormDrawer.tsx';
import { FormSection } from '../../../components/dialogs/FormSection.tsx';
import { draftOf, newFields, valuesOf, withSeen, type ItemDraft, type WrongFields } from './item-draft.ts';
import { AvailabilitySwitch } from '../AvailabilitySwitch.tsx';
import { setItem } from '../availability.ts';
import { GroupsField } from './GroupsField.tsx';
import { ItemImages } from '../../../files/choose/ItemImages.tsx';
import { KitchenFields } from './KitchenFields.tsx';
import { OrderingFields } from './OrderingFields.tsx';
import { StockField } from './StockField.tsx';
import { VariantsField } from './VariantsField.tsx';
import { WindowsField } from '../../../components/windows/WindowsField.tsx';
import { createItem, editItem } from '../mutations.ts';

interface Props {
  /** null: a new dish. */
  item: MenuItem | null;
  category: MenuCategory;
  restaurant: Restaurant;
  now: number;
  nextPlace: number;
  onClose: () => void;
}

/** Edits a dish. Sends only changed fields, because another device may have changed the others. */
export function ItemDrawer({ item, category, restaurant, now, nextPlace, onClose }: Props) {
  const { currency } = restaurant;
  const standing = useRow('menu_items', item?.id ?? '');
  const form = useDraftForm(
    () => draftOf(item, currency),
    (typed) => valuesOf(typed, currency),
  );
  const { draft, set, wrong } = form;
  const example = exampleAmount(currency);

  const save = () => {
    const values = form.check();
    if (!values) return false;
    const path = { id: item?.menu_book_id ?? category.menu_book_id, categoryId: item?.category_id ?? category.id };
    if (item) {
      const body = withSeen(item, form.changedIn(values, item), draft.allergens_confirmed);
      if (Object.keys(body).length > 0) mutate(editItem, { path: { ...path, itemId: item.id }, body });
    } else {
      const fields = newFields(values, draft.allergens_confirmed);
      mutate(createItem, { path, body: { id: newId(), ...fields, sort_order: nextPlace } });
    }
    return true;
  };

  return (
    <FormDrawer
      title={item ? `Edit ${item.name}` : `Add an item to ${category.name}`}
      submitLabel={item ? 'Save item' : 'Add item'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={wrong?.has('name') ? 'Give the item a name, as customers read it.' : undefined}
      >
        <Input value={draft.name} maxLength={160} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <Field label="Description" hint="Short description for customers">
        <Textarea
          value={draft.description}
          maxLength={2000}
          onChange={(_event, data) => set({ description: data.value })}
        />
      </Field>
      <ItemImages
        first={draft.image_url}
        more={draft.images}
        onChange={([first, ...more]) => set({ image_url: first ?? null, images: more })}
      />
      {draft.variants.length === 0 && (
        <>
          <Field
            label="Price"
            required={!draft.has_open_price}
            validationMessage={
              wrong?.has('price_amount') ? `Use an amount in ${currency}, such as ${example}.` : undefined
            }
          >
            <Input
              inputMode="decimal"
              value={draft.price_amount}
              contentBefore={<span aria-hidden="true">{symbolOf(currency)}</span>}
              onBlur={() => draft.price_amount && form.mark()}
              onChange={(_event, data) => set({ price_amount: data.value })}
            />
          </Field>
          <Checkbox
            label="Open price: staff enter it with each order"
            checked={draft.has_open_price}
            onChange={(_event, data) => set({ has_open_price: data.checked === true })}
          />
        </>
      )}
      <FormSection title="Sizes and choices" summary={sizesSummary(draft)} isWrong={isWrongIn(wrong, 'variants.')}>
        <VariantsField
          variants={draft.variants}
          firstPrice={draft.price_amount}
          wrong={wrong}
          example={example}
          onChange={(variants) => set({ variants })}
          availabilityOf={(id) =>
            standing?.variants
              ?.filter((one) => one.id === id)
              .map((one) => (
                <AvailabilitySwitch
                  key={id}
                  name={`${standing.name}, ${one.name}`}
                  label="Available"
                  target={one}
                  {...{ restaurant, now }}
                  onWish={(wish) => setItem(standing, wish, id)}
                />
              ))
          }
        />
        <GroupsField
          chosen={draft.modifier_groups}
          {...{ restaurant, now }}
          onChange={(modifier_groups) => set({ modifier_groups })}
        />
      </FormSection>
      <FormSection title="Allergens and diet" summary={allergenSummary(draft)}>
        <CheckboxSet
          legend="Allergens it contains"
          all={allAllergens}
          chosen={draft.allergens}
          words={(one) => allergenList([one])}
          onChange={(allergens) => set({ allergens })}
        />
        <CheckboxSet
          legend="May contain traces of"
          all={allAllergens}
          chosen={draft.may_contain}
          words={(one) => allergenList([one])}
          onChange={(may_contain) => set({ may_contain })}
        />
        <div>
          <Checkbox
            label="These lists are complete (shown to customers)"
            checked={draft.allergens_confirmed}
            onChange={(_event, data) => set({ allergens_confirmed: data.checked === true })}
          />
          <p className="g-soft">{allergenState(draft)}</p>
        </div>
        <CheckboxSet
          legend="Suitable for"
          all={dietaries}
          chosen={draft.dietary}
          words={(one) => allergenList([one])}
          onChange={(dietary) => set({ dietary })}
        />
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
      </FormSection>
      <FormSection
        title="Kitchen, tax and website"
        summary={kitchenSummary(draft, category)}
        isWrong={isWrongIn(wrong, ...plainNames)}
      >
        <KitchenFields draft={draft} wrong={wrong} example={example} category={category} onChange={set} />
        <OrderingFields draft={draft} wrong={wrong} example={example} onChange={set} />
        <WindowsField
          windows={draft.availability_windows}
          always="Customers can order this item whenever you are open."
          onChange={(availability_windows) => set({ availability_windows })}
        />
        {item && <StockField item={item} />}
      </FormSection>
    </FormDrawer>
  );
}

const plainNames = Object.entries(itemFields).flatMap(([name, field]) => ('part' in field ? name : []));
const isWrongIn = (wrong: WrongFields | null, ...prefixes: string[]) =>
  [...(wrong ?? [])].some((field) => prefixes.some((prefix) => field.startsWith(prefix)));

const counted = (n: number, one: string, many: string) => (n === 0 ? [] : `${n} ${n === 1 ? one : many}`);

const sizesSummary = ({ variants, modifier_groups }: ItemDraft) =>
  [counted(variants.length, 'size', 'sizes'), counted(modifier_groups.length, 'set of choices', 'sets of choices')]
    .flat()
    .join(', ') || 'One price, no choices';

const allergenSummary = ({ allergens, allergens_confirmed }: ItemDraft) =>
  allergens.length > 0 ? `Contains ${allergenList(allergens)}` : allergens_confirmed ? 'None' : 'Not stated';

const kitchenSummary = ({ kitchen_station, tax_rate_bp }: ItemDraft, category: MenuCategory) =>
  [
    kitchen_station || category.kitchen_station || 'Every station',
    tax_rate_bp ? `tax ${tax_rate_bp}%` : 'usual tax',
  ].join(', ');

/** Confirmed, recorded or unknown: unknown is not "none". */
function allergenState({ allergens_confirmed, allergens, may_contain }: ItemDraft): string {
  if (allergens_confirmed) return 'Confirmed: what is not listed is not in it.';
  if (allergens.length + may_contain.length > 0) return 'Recorded, not confirmed: there may be more in it.';
  return 'Unknown: customers are told that nobody has stated the allergens.';
}

const symbolOf = (currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency;
