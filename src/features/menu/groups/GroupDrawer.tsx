import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { Add20Regular, ArrowDown20Regular, ArrowUp20Regular, Delete20Regular } from '@fluentui/react-icons';
import { allergens as allAllergens } from '../../../../contract/menu/parts.ts';
import { moved } from '../../../../contract/menu/places.ts';
import type { ModifierGroup } from '../../../../contract/menu/modifiers.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../../components/CheckboxSet.tsx';
import { FormDrawer } from '../../../components/dialogs/FormDrawer.tsx';
import { useSorting } from '../../../components/sorting/use-sorting.ts';
import { newId } from '../../../data/ids.ts';
import { useRows } from '../../../data/live.ts';
import { mutate } from '../../../data/mutate.ts';
import { allergenList } from '../../../lib/allergen-label.ts';
import { useDraftForm } from '../../../ui/form/use-draft-form.ts';
import css from '../drawer.module.css';
import { groupDraftOf, groupValuesOf, type OptionDraft } from './group-draft.ts';
import { AvailabilitySwitch } from '../AvailabilitySwitch.tsx';
import { setModifier } from '../availability.ts';
import { allItems } from '../queries.ts';
import { createGroup, editGroup } from '../mutations.ts';

interface Props {
  /** Null: a new one. */
  group: ModifierGroup | null;
  groups: readonly ModifierGroup[];
  restaurant: Restaurant;
  now: number;
  /** Called with the id of a new one. */
  onMade?: (id: string) => void;
  onClose: () => void;
}

/** Choices of dishes and their rules. A choice that is there already is switched off and on at once. */
export function GroupDrawer({ group, groups, restaurant, now, onMade, onClose }: Props) {
  const { currency } = restaurant;
  const standing = groups.find((one) => one.id === group?.id);
  const form = useDraftForm(
    () => groupDraftOf(group, currency),
    (typed) => groupValuesOf(typed, currency),
  );
  const { draft, set } = form;
  const isWrong = (field: string) => form.wrong?.has(field) ?? false;
  const isText = draft.selection_type === 'text';
  const setOption = (id: string, patch: Partial<OptionDraft>) =>
    set({ options: draft.options.map((one) => (one.id === id ? { ...one, ...patch } : one)) });

  const ids = draft.options.map(({ id }) => id);
  const { list, move } = useSorting<HTMLUListElement>({
    ids,
    onMove: (id, to) => set({ options: moved(draft.options, ids.indexOf(id), to) }),
  });

  const save = () => {
    const values = form.check();
    if (!values) return false;
    if (group) {
      const body = form.changedIn(values, group);
      if (Object.keys(body).length > 0) mutate(editGroup, { path: { groupId: group.id }, body });
    } else {
      const sort_order = Math.max(-1, ...groups.map((one) => one.sort_order)) + 1;
      const id = newId();
      mutate(createGroup, { body: { id, ...values, sort_order } });
      onMade?.(id);
    }
    return true;
  };

  return (
    <FormDrawer
      title={group ? `Edit ${group.name}` : 'New set of choices'}
      submitLabel={group ? 'Save choices' : 'Add choices'}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        validationMessage={isWrong('name') ? 'Give them a name, such as Toppings.' : undefined}
      >
        <Input value={draft.name} maxLength={80} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <Field label="Kitchen name" hint="Printed before each choice, such as Temp: rare. None: the choice alone.">
        <Input
          value={draft.kitchen_name}
          maxLength={80}
          onChange={(_event, data) => set({ kitchen_name: data.value })}
        />
      </Field>
      <Field label="The customer chooses">
        <Select
          value={draft.selection_type}
          onChange={(_event, data) => set({ selection_type: data.value as ModifierGroup['selection_type'] })}
        >
          <option value="single">One of them</option>
          <option value="multiple">Several, each once</option>
          <option value="quantity">Several, and how many of each</option>
          <option value="text">Words to be typed</option>
        </Select>
      </Field>
      {isText ? (
        <Checkbox
          label="Required"
          checked={draft.least !== ''}
          onChange={(_event, data) => set({ least: data.checked ? '1' : '' })}
        />
      ) : (
        <div className={`g-grid g-gap-8 ${css.counts}`}>
          {(
            [
              ['least', 'At least', 'Optional'],
              ['most', 'At most', 'No limit'],
              ['free', 'Free of charge', 'None'],
            ] as const
          ).map(([field, label, placeholder]) => (
            <Field
              key={field}
              label={label}
              validationMessage={
                isWrong(field) ? 'A whole number that fits the others and the choices below.' : undefined
              }
            >
              <Input
                inputMode="numeric"
                value={draft[field]}
                placeholder={placeholder}
                onChange={(_event, data) => set({ [field]: data.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {!isText && (
        <fieldset className={css.set}>
          <legend>Choices</legend>
          {isWrong('options') && <p className="g-bad">Add at least one.</p>}
          <ul ref={list} className={`g-stack g-gap-12 ${css.rows}`}>
            {draft.options.map((option, i) => (
              <Option
                key={option.id}
                option={option}
                others={groups.filter((one) => one.id !== group?.id)}
                isCounted={draft.selection_type === 'quantity'}
                isNameWrong={isWrong(`options.${i}.name`)}
                isPriceWrong={isWrong(`options.${i}.price`)}
                onChange={(patch) => setOption(option.id, patch)}
                onUp={i === 0 ? null : () => move(option.id, 'up')}
                onDown={i === draft.options.length - 1 ? null : () => move(option.id, 'down')}
                onRemove={() => set({ options: draft.options.filter((one) => one.id !== option.id) })}
              >
                {standing?.modifiers
                  .filter((one) => one.id === option.id)
                  .map((one) => (
                    <AvailabilitySwitch
                      key={one.id}
                      name={one.name}
                      label="Available"
                      target={one}
                      {...{ restaurant, now }}
                      onWish={(wish) => setModifier(standing.id, one.id, wish)}
                    />
                  ))}
              </Option>
            ))}
          </ul>
          <Button
            icon={<Add20Regular />}
            onClick={() => set({ options: [...draft.options, { id: newId(), name: '', price: '' }] })}
          >
            Add a choice
          </Button>
        </fieldset>
      )}
    </FormDrawer>
  );
}

interface OptionProps {
  option: OptionDraft;
  /** The groups that can be asked for below it. */
  others: readonly ModifierGroup[];
  isCounted: boolean;
  isNameWrong: boolean;
  isPriceWrong: boolean;
  onChange: (patch: Partial<OptionDraft>) => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
  /** Its availability. */
  children: ReactNode;
}

function Option({ option, others, isCounted, children, ...props }: OptionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isNameWrong, isPriceWrong, onChange, onUp, onDown, onRemove } = props;
  const name = option.name || 'this choice';
  const nested = option.nested_group_ids ?? [];
  const allergens = option.allergens ?? [];
  const count = allergens.length + nested.length + (option.linked_item_id ? 1 : 0);
  return (
    <li data-sort={option.id} className={`g-grid g-gap-8 g-edge g-round-8 ${css.variant}`}>
      <Field label="Name" validationMessage={isNameWrong ? 'Give it a name.' : undefined}>
        <Input value={option.name} maxLength={80} onChange={(_event, data) => onChange({ name: data.value })} />
      </Field>
      <Field label="Extra price" validationMessage={isPriceWrong ? 'An amount, or nothing.' : undefined}>
        <Input
          inputMode="decimal"
          value={option.price}
          placeholder="None"
          onChange={(_event, data) => onChange({ price: data.value })}
        />
      </Field>
      <div className="g-row g-wrap g-line-row">
        <Checkbox
          label="Preselected"
          checked={option.is_default ?? false}
          onChange={(_event, data) => onChange({ is_default: data.checked === true })}
        />
        {isCounted && (
          <Select
            aria-label={`Most of ${name}`}
            value={String(option.max_quantity ?? '')}
            onChange={(_event, data) => onChange({ max_quantity: data.value === '' ? null : Number(data.value) })}
          >
            <option value="">Any number</option>
            {[1, 2, 3, 4, 5, 10].map((count) => (
              <option key={count} value={count}>
                At most {count}
              </option>
            ))}
          </Select>
        )}
        <Button
          appearance="subtle"
          icon={<ArrowUp20Regular />}
          aria-label={`Move ${name} up`}
          data-move="up"
          disabled={onUp === null}
          onClick={onUp ?? undefined}
        />
        <Button
          appearance="subtle"
          icon={<ArrowDown20Regular />}
          aria-label={`Move ${name} down`}
          data-move="down"
          disabled={onDown === null}
          onClick={onDown ?? undefined}
        />
        <Button appearance="subtle" icon={<Delete20Regular />} aria-label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <div className="g-line-row">{children}</div>
      <details className="g-line-row" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          Allergens and further choices
          {count > 0 && ` (${count})`}
        </summary>
        <CheckboxSet
          legend="Allergens"
          all={allAllergens}
          chosen={allergens}
          words={(one) => allergenList([one])}
          onChange={(chosen) => onChange({ allergens: chosen })}
        />
        {others.length > 0 && (
          <CheckboxSet
            legend="Then ask for"
            all={others.map((one) => one.id)}
            chosen={nested}
            words={(id) => others.find((one) => one.id === id)?.name ?? ''}
            onChange={(nested_group_ids) => onChange({ nested_group_ids })}
          />
        )}
        {/* A menu may have thousands of dishes, and a group sixty choices. */}
        {isOpen && <LinkedItem option={option} onChange={onChange} />}
      </details>
    </li>
  );
}

function LinkedItem({ option, onChange }: Pick<OptionProps, 'option' | 'onChange'>) {
  const items = useRows('menu_items', (db) => allItems(db), []) ?? [];
  return (
    <Field label="Sold out with" hint="For a choice that is a dish as well.">
      <Select
        value={option.linked_item_id ?? ''}
        onChange={(_event, data) => onChange({ linked_item_id: data.value || null })}
      >
        <option value="">No dish</option>
        {items.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
