import { editedCustomer } from '../../../contract/customers/edit.ts';
import * as calls from '../../../contract/customers/calls.ts';
import { mutation } from '../../data/mutation.ts';

/** A number without its dialling code is read by the server, which knows the restaurant's country. */
export const editCustomer = mutation({
  call: calls.edit,
  table: 'customers',
  rows: ({ path }) => [path.id],
  change: (customer, { body }, tap) => {
    if (!customer) throw new Error('not_found');
    return {
      ...editedCustomer(customer, body, null),
      updated_at: tap.occurredAt,
      updated_by: { kind: 'user', id: null, name: tap.deviceName },
    };
  },
});
