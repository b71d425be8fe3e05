import { useState } from 'react';
import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { Customer } from '../../../contract/customers/calls.ts';
import { allergens as allAllergens } from '../../../contract/menu/calls.ts';
import { mutate } from '../../data/mutate.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import form from '../../ui/form.module.css';
import { humanize } from '../../ui/status-label.ts';
import { changesOf, draftOf, isNoNumber, type CustomerDraft } from './customer-draft.ts';
import { customerStatuses } from './customer-filters.ts';
import { editCustomer } from './mutations.ts';
import css from './panel.module.css';

/** A customer's fields, offline too. What is not touched is not sent: another device may have changed it meanwhile. */
export function CustomerForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [before] = useState(() => draftOf(customer));
  const [draft, setDraft] = useState(before);
  const [isChecked, setIsChecked] = useState(false);
  const set = (patch: Partial<CustomerDraft>) => setDraft({ ...draft, ...patch });
  const noName = draft.name.trim() === '';
  const noAddress = draft.email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim());
  const noNumber = isNoNumber(before, draft);

  const save = (): boolean => {
    setIsChecked(true);
    if (noName || noAddress || noNumber) return false;
    const body = changesOf(before, draft);
    if (Object.keys(body).length > 0) mutate(editCustomer, { path: { id: customer.id }, body });
    return true;
  };

  return (
    <FormDrawer title={`Edit ${customer.name}`} doWords="Save customer" onDo={save} onClose={onClose}>
      <Field label="Name" required validationMessage={isChecked && noName ? 'Give the customer a name.' : undefined}>
        <Input value={draft.name} maxLength={120} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <div className={form.pair}>
        <Field
          label="Phone"
          validationMessage={isChecked && noNumber ? 'Use a number such as 020 7946 0123.' : undefined}
        >
          <Input
            type="tel"
            value={draft.phone}
            maxLength={40}
            onChange={(_event, data) => set({ phone: data.value })}
          />
        </Field>
        <Field
          label="E-mail"
          validationMessage={isChecked && noAddress ? 'Use an address such as joanna@example.com.' : undefined}
        >
          <Input
            type="email"
            value={draft.email}
            maxLength={200}
            onChange={(_event, data) => set({ email: data.value })}
          />
        </Field>
      </div>
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
      <fieldset className={css.set}>
        <legend>Allergies</legend>
        <p>The kitchen is warned when an order holds one of them. Nothing ticked means “not stated”, never “none”.</p>
        <div className={form.boxes}>
          {allAllergens.map((one) => (
            <Checkbox
              key={one}
              label={allergenList([one])}
              checked={draft.allergens.includes(one)}
              onChange={(_event, data) =>
                set({
                  allergens:
                    data.checked === true
                      ? [...draft.allergens, one]
                      : draft.allergens.filter((other) => other !== one),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDrawer>
  );
}
