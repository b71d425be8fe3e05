import { useState } from 'react';
import { shownPhone } from '../../../contract/auth/phone.ts';
import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { showToast } from '../../ui/page/toast.ts';
import { chosenCustomers } from './customer-filters.ts';
import { findDuplicates } from './duplicates.ts';
import { mergeCustomer } from './mutations.ts';
import { allCustomers, type CustomerRow } from './queries.ts';

const SHOWN = 8;

/** Chooses who is the same person as `customer`, and makes one of the two. Those who may be come first. */
export function MergeDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [otherId, setOtherId] = useState('');
  const all = useRows('customers', allCustomers, []) ?? [];
  const others = all.filter(({ id }) => id !== customer.id);
  const found =
    search.trim() === ''
      ? findDuplicates(customer, others)
      : chosenCustomers(
          others,
          { search, statuses: [], segments: [], isShared: false, sort: { field: 'name', descending: false } },
          null,
          0,
        );
  const other = others.find(({ id }) => id === otherId);
  const mergeThem = (): boolean => {
    if (!other) return false;
    mutate(mergeCustomer, { path: { id: customer.id }, body: { other_id: other.id } });
    showToast({ title: `${other.name} and ${customer.name} are one customer now` });
    return true;
  };
  return (
    <FormDialog
      title={`Merge another customer into ${customer.name}`}
      submitLabel={other ? `Merge ${other.name}` : 'Merge'}
      isDisabled={!other}
      isDestructive
      onDo={mergeThem}
      onClose={onClose}
    >
      <p className="g-soft">
        Orders, chats, payments and consents of the other customer move to this one. What this customer lacks, such as a
        number, comes along. This cannot be undone.
      </p>
      <Field label="Search customers">
        <Input value={search} placeholder="Name, phone or e-mail" onChange={(_event, data) => setSearch(data.value)} />
      </Field>
      {found.length === 0 ? (
        <p className="g-faint">
          {search.trim() === '' ? 'Nobody looks like the same person. Search for the other one.' : 'Nobody is found.'}
        </p>
      ) : (
        <RadioGroup
          aria-label={search.trim() === '' ? 'May be the same person' : 'Customers'}
          value={otherId}
          onChange={(_event, data) => setOtherId(data.value)}
        >
          {found.slice(0, SHOWN).map(({ id, name, email, orders_count: count, ...numbers }) => (
            <Radio
              key={id}
              value={id}
              label={[name, shownPhone(numbers), email, count === 1 ? '1 order' : `${count} orders`]
                .filter(Boolean)
                .join(', ')}
            />
          ))}
        </RadioGroup>
      )}
    </FormDialog>
  );
}
