import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { mutate } from '../../data/mutate.ts';
import { showToast } from '../../ui/page/toast.ts';
import { eraseCustomer } from './mutations.ts';
import type { CustomerRow } from './queries.ts';

interface Props {
  customer: CustomerRow;
  onErased: () => void;
  onClose: () => void;
}

/** Asks before a person is erased for good. */
export function EraseDialog({ customer, onErased, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Erase ${customer.name} for good?`}
      keepLabel="Keep the customer"
      submitLabel={`Erase ${customer.name}`}
      onDo={() => {
        mutate(eraseCustomer, { path: { id: customer.id }, body: {} });
        showToast({ title: `${customer.name} erased` });
        onErased();
      }}
      onClose={onClose}
    >
      <p>
        Use this when a customer asks you to delete their data. Name, numbers, addresses, notes, chats and consents are
        removed here and on your other devices. Orders stay in your books with their dishes and totals, without a name.
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
