import { useState } from 'react';
import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { customerSegments } from '../../../contract/customers/calls.ts';
import { ownChannels } from '../../../contract/orders/order-channel.ts';
import { customerScopes, promotionTypes } from '../../../contract/promotions/calls.ts';
import { orderTypes, type Restaurant } from '../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../components/CheckboxSet.tsx';
import { FormDrawer } from '../../components/dialogs/FormDrawer.tsx';
import { WindowsField } from '../../components/windows/WindowsField.tsx';
import { currentStore } from '../../data/current.ts';
import { newId } from '../../data/ids.ts';
import { useRows } from '../../data/live.ts';
import { mutate, mutateIn } from '../../data/mutate.ts';
import { ImageField } from '../../files/choose/ImageField.tsx';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { DateTimeField } from '../../ui/form/DateTimeField.tsx';
import { sourceLabel, typeLabel } from '../../ui/order-label.ts';
import { allItems, categories as readCategories } from '../menu/queries.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { customerLabels, scopeLabels, typeLabels } from './labels.ts';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { createPromotion, editPromotion } from './mutations.ts';
import { fieldsOfType, scopesOfType, valuesOf, type PromotionDraft } from './promotion-draft.ts';
import css from './promotions.module.css';
import type { PromotionRow } from './queries.ts';

interface Props {
  /** null: a new one. */
  promotion: PromotionRow | null;
  start: PromotionDraft;
  /** The refused promotion that this one replaces. */
  instead?: string;
  all: readonly PromotionRow[];
  restaurant: Restaurant;
  currency: string;
  onClose: () => void;
}

/** Creates or edits a promotion. Its type decides which fields there are. Sends only changed fields. */
export function PromotionForm({ promotion, start, instead, all, restaurant, currency, onClose }: Props) {
  const { timezone } = restaurant;
  const [isDraft, setIsDraft] = useState(false);
  const items = useRows('menu_items', (db) => allItems(db), []) ?? [];
  const categories = useRows('menu_categories', (db) => readCategories(db), []) ?? [];
  const others = all.filter(({ id }) => id !== promotion?.id);
  const form = useDraftForm(start, (typed) => valuesOf(typed, { currency, timezone, others }));
  const { draft, set, wrong } = form;
  const has = fieldsOfType(draft.type);
  const scopes = scopesOfType(draft.type);
  const scope = scopes.includes(draft.scope) ? draft.scope : scopes[0]!;

  const save = () => {
    const values = form.check();
    if (!values) return false;
    if (promotion) {
      const body = form.changedIn(values, promotion);
      if (Object.keys(body).length > 0) mutate(editPromotion, { path: { id: promotion.id }, body });
      return true;
    }
    const args = { body: { id: newId(), ...values, is_enabled: !isDraft } };
    if (instead === undefined) mutate(createPromotion, args);
    else mutateIn(currentStore(), createPromotion, args, { instead });
    return true;
  };

  const typed = (
    label: string,
    field:
      | 'percent'
      | 'amount'
      | 'most'
      | 'minimum'
      | 'buy'
      | 'get'
      | 'limit'
      | 'limitPerCustomer'
      | 'budget'
      | 'priority',
    more: { hint?: string; isNeeded?: boolean; isCount?: boolean } = {},
  ) => (
    <Field label={label} required={more.isNeeded ?? false} hint={more.hint} validationMessage={wrong?.get(field)}>
      <Input
        inputMode={more.isCount ? 'numeric' : 'decimal'}
        value={draft[field]}
        onChange={(_event, data) => set({ [field]: data.value })}
      />
    </Field>
  );

  return (
    <FormDrawer
      title={promotion ? `Edit ${promotion.name}` : 'Add a promotion'}
      submitLabel={promotion ? 'Save promotion' : isDraft ? 'Save as draft' : 'Add promotion'}
      onDo={save}
      onClose={onClose}
    >
      {wrong && (
        <p className={css.problem} role="alert">
          Some fields need another look. They say what is wrong.
        </p>
      )}
      <Field label="Name" required validationMessage={wrong?.get('name')}>
        <Input type="text" value={draft.name} maxLength={120} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <Field label="Description" hint="What customers should know, such as what it cannot be combined with.">
        <Textarea
          value={draft.description}
          maxLength={1000}
          onChange={(_event, data) => set({ description: data.value })}
        />
      </Field>
      <ImageField label="Photo" url={draft.image_url} onChange={(image_url) => set({ image_url })} />

      <h3 className={css.part}>What it gives</h3>
      <Field label="Type">
        <Select value={draft.type} onChange={(_event, data) => set({ type: data.value as PromotionDraft['type'] })}>
          {promotionTypes.map((type) => (
            <option key={type} value={type}>
              {typeLabels[type]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {has.percent && typed('Percentage off', 'percent', { isNeeded: true })}
        {has.amount && typed('Amount off', 'amount', { isNeeded: true })}
        {has.buy && typed('Buy', 'buy', { isNeeded: true, isCount: true })}
        {has.get &&
          typed('Get', 'get', { isNeeded: has.buy, isCount: true, ...(has.buy ? {} : { hint: 'Empty: one.' }) })}
        {has.percentOff && typed('Percentage off those', 'percent', { hint: 'Empty: they are free.' })}
        {has.most && typed('At most', 'most', { hint: 'Off one order. Empty: no limit.' })}
      </div>
      {(has.buy || has.get) && <p className="g-soft">The cheapest pieces in the order are the ones reduced.</p>}
      {scopes.length > 1 && (
        <Field label="Applies to">
          <Select value={scope} onChange={(_event, data) => set({ scope: data.value as PromotionDraft['scope'] })}>
            {scopes.map((one) => (
              <option key={one} value={one}>
                {scopeLabels[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {scope === 'categories' && (
        <ChoiceList
          label="Categories"
          choices={categories}
          chosen={draft.category_ids}
          error={wrong?.get('category_ids')}
          onChange={(category_ids) => set({ category_ids })}
        />
      )}
      {scope === 'items' && (
        <ChoiceList
          label="Items"
          choices={items}
          chosen={draft.item_ids}
          error={wrong?.get('item_ids')}
          onChange={(item_ids) => set({ item_ids })}
        />
      )}

      <h3 className={css.part}>Who gets it</h3>
      <Field label="How it is used">
        <Select
          value={draft.isByCode ? 'code' : 'automatic'}
          onChange={(_event, data) => set({ isByCode: data.value === 'code' })}
        >
          <option value="automatic">Automatically, for every order it fits</option>
          <option value="code">With a code that the customer gives</option>
        </Select>
      </Field>
      {draft.isByCode && (
        <Field
          label="Code"
          required
          hint="Capital and small letters count the same."
          validationMessage={wrong?.get('code')}
        >
          <Input
            type="text"
            value={draft.code}
            maxLength={40}
            autoCapitalize="characters"
            autoComplete="off"
            onChange={(_event, data) => set({ code: data.value })}
          />
        </Field>
      )}
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field label="Customers">
          <Select
            value={draft.customer_scope}
            onChange={(_event, data) => set({ customer_scope: data.value as PromotionDraft['customer_scope'] })}
          >
            {customerScopes.map((one) => (
              <option key={one} value={one}>
                {customerLabels[one]}
              </option>
            ))}
          </Select>
        </Field>
        {draft.customer_scope === 'segment' && (
          <Field label="Segment" required validationMessage={wrong?.get('segment')}>
            <Select
              value={draft.segment ?? ''}
              onChange={(_event, data) =>
                set({ segment: customerSegments.find((segment) => segment === data.value) ?? null })
              }
            >
              <option value="">Choose…</option>
              {customerSegments.map((one) => (
                <option key={one} value={one}>
                  {segmentLabels[one]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {typed('Minimum order', 'minimum', { hint: 'Of the items, before discounts.' })}
      </div>
      <CheckboxSet
        legend="Order types"
        isAllWhenEmpty
        all={orderTypes.filter((type) => type !== 'reservation')}
        chosen={draft.order_types}
        words={typeLabel}
        onChange={(order_types) => set({ order_types })}
      />
      <CheckboxSet
        legend="Where the order comes from"
        isAllWhenEmpty
        all={ownChannels}
        chosen={draft.channels}
        words={sourceLabel}
        onChange={(channels) => set({ channels })}
      />

      <h3 className={css.part}>When it runs</h3>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {(['startsAt', 'endsAt'] as const).map((field) => (
          <DateTimeField
            key={field}
            label={field === 'startsAt' ? 'Starts' : 'Ends'}
            hint={field === 'startsAt' ? 'Empty: at once.' : 'Empty: it goes on.'}
            usualTime={field === 'startsAt' ? '00:00' : '23:59'}
            error={wrong?.get(field)}
            value={draft[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
      <WindowsField
        windows={draft.windows}
        always="It runs at any time of the day."
        onChange={(windows) => set({ windows })}
      />

      <h3 className={css.part}>Limits</h3>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {typed('Uses in total', 'limit', { isCount: true, hint: 'Empty: no limit.' })}
        {typed('Uses for each customer', 'limitPerCustomer', { isCount: true, hint: 'Needs to know the customer.' })}
        {typed('Budget', 'budget', { hint: 'It ends when this much was given.' })}
        {typed('Priority', 'priority', { isCount: true, hint: 'The greater goes first.' })}
      </div>
      <Checkbox
        label="May be combined with other promotions"
        checked={draft.is_stackable}
        onChange={(_event, data) => set({ is_stackable: data.checked === true })}
      />
      {!promotion && (
        <Checkbox
          label="Keep it as a draft for now"
          checked={isDraft}
          onChange={(_event, data) => setIsDraft(data.checked === true)}
        />
      )}
    </FormDrawer>
  );
}
