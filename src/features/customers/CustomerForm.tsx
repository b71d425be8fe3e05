import { useState } from 'react';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { Customer } from '../../../contract/customers/calls.ts';
import { PHONES_MAX } from '../../../contract/limits.ts';
import { allergens as allAllergens } from '../../../contract/menu/parts.ts';
import { Link } from 'wouter';
import { newId } from '../../data/ids.ts';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { CheckboxSet } from '../../components/CheckboxSet.tsx';
import { FormDrawer } from '../../components/dialogs/FormDrawer.tsx';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { humanize } from '../../ui/status-label.ts';
import { links } from '../../links.ts';
import { AddressFields } from './AddressFields.tsx';
import { draftOf, readCustomer, valuesOf } from './customer-draft.ts';
import { customerStatuses } from './customer-filters.ts';
import { findNamesake } from './duplicates.ts';
import { createCustomer, editCustomer } from './mutations.ts';
import css from './panel.module.css';
import { allCustomers } from './queries.ts';

interface Props {
  /** null: a new one. */
  customer: Customer | null;
  /** Given the id of a new customer. */
  onAdded?: (id: string) => void;
  onClose: () => void;
}

/** A customer's fields, also offline. An edit sends only what changed, because another device may have changed the rest. */
export function CustomerForm({ customer, onAdded, onClose }: Props) {
  const [before] = useState(() => draftOf(customer));
  const form = useDraftForm(before, (typed) => readCustomer(before, typed));
  const { draft, set, wrong } = form;
  const all = useRows('customers', allCustomers, []) ?? [];
  const namesake = findNamesake(all, draft, customer?.id ?? null);

  const save = (): boolean => {
    const values = form.check();
    if (!values || namesake) return false;
    const body = form.changedIn(values, valuesOf(before));
    if (customer) {
      if (Object.keys(body).length > 0) mutate(editCustomer, { path: { id: customer.id }, body });
      return true;
    }
    const id = newId();
    mutate(createCustomer, { body: { ...body, id, name: draft.name.trim() } });
    onAdded?.(id);
    return true;
  };

  return (
    <FormDrawer
      title={customer ? `Edit ${customer.name}` : 'Add a customer'}
      submitLabel={customer ? 'Save customer' : 'Add customer'}
      onDo={save}
      onClose={onClose}
    >
      {namesake && (
        <p className={`g-tone-warn ${css.note}`} role="alert">
          <span>
            <bdi>{namesake.name}</bdi> has this number or e-mail already.{' '}
            <Link href={links.customer(namesake.id)}>Open that customer</Link>
          </span>
        </p>
      )}
      <Field label="Name" required validationMessage={wrong?.has('name') ? 'Give the customer a name.' : undefined}>
        <Input value={draft.name} maxLength={120} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Phone"
          validationMessage={wrong?.has('phone') ? 'Use a number such as 020 7946 0123.' : undefined}
        >
          <Input
            type="tel"
            value={draft.phone}
            maxLength={PHONES_MAX}
            onChange={(_event, data) => set({ phone: data.value })}
          />
        </Field>
        <Field
          label="E-mail"
          validationMessage={wrong?.has('email') ? 'Use an address such as joanna@example.com.' : undefined}
        >
          <Input
            type="email"
            value={draft.email}
            maxLength={200}
            onChange={(_event, data) => set({ email: data.value })}
          />
        </Field>
      </div>
      <Field label="Birthday" className={css.short ?? ''}>
        <Input type="date" value={draft.birthday} onChange={(_event, data) => set({ birthday: data.value })} />
      </Field>
      <AddressFields addresses={draft.addresses} onChange={(addresses) => set({ addresses })} />
      <Field label="Note" hint="What the team should know: the bell, the usual, who is allergic to what.">
        <Textarea value={draft.note} maxLength={1000} onChange={(_event, data) => set({ note: data.value })} />
      </Field>
      <Field label="Tags" hint="Separated by commas.">
        <Input value={draft.tags} maxLength={600} onChange={(_event, data) => set({ tags: data.value })} />
      </Field>
      <Field
        label="Status"
        hint="Blocked: orders and messages of this customer from your public page are turned away. Staff can still take an order by hand."
      >
        <Select
          value={draft.customer_status}
          onChange={(_event, data) =>
            set({ customer_status: customerStatuses.find((status) => status === data.value) ?? draft.customer_status })
          }
        >
          {customerStatuses.map((status) => (
            <option key={status} value={status}>
              {humanize(status)}
            </option>
          ))}
        </Select>
      </Field>
      {draft.customer_status === 'blocked' && (
        <Field label="Reason" hint="Only your team sees it.">
          <Input
            value={draft.blocked_reason}
            maxLength={300}
            onChange={(_event, data) => set({ blocked_reason: data.value })}
          />
        </Field>
      )}
      <CheckboxSet
        legend="Allergies"
        hint="The kitchen is warned when an order holds one of them. Nothing ticked means “not stated”, never “none”."
        all={allAllergens}
        chosen={draft.allergens}
        words={(one) => allergenList([one])}
        onChange={(allergens) => set({ allergens })}
      />
    </FormDrawer>
  );
}
