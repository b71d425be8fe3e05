import { requestDeletion as requestDeletionCall } from '../../../../contract/account/calls.ts';
import { RESTAURANT_NAME_MAX } from '../../../../contract/limits.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import { requestDeletion } from './requests.ts';

interface Props {
  /** Of the restaurant; it has to be typed. */
  name: string;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the password and the restaurant's name. */
export function DeletionForm({ name, onDone, onClose }: Props) {
  const { values, setFaults, field } = useOwnerFields('current_password', 'restaurant_name');
  const action = useAction(requestDeletionCall);

  async function deleteAccount() {
    if (values.current_password === '') return setFaults({ current_password: 'Enter your password.' });
    if (values.restaurant_name.trim() === '') return setFaults({ restaurant_name: `Type “${name}”.` });
    const result = await action.run(() => requestDeletion(values.current_password, values.restaurant_name));
    if (!result) return;
    if (result.ok) {
      showToast({ title: 'The account will be deleted', detail: 'We have sent you a mail with the date.' });
      return onDone();
    }
    const isName = result.kind === 'refused' && result.error.field_errors?.restaurant_name !== undefined;
    setFaults(isName ? { restaurant_name: `Type “${name}”.` } : { current_password: failureText(result) });
  }

  return (
    <ActionForm
      isOfOwner
      submitLabel="Delete account"
      cancelLabel="Keep the account"
      action={action}
      onSend={deleteAccount}
      onCancel={onClose}
    >
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
      <TextField
        {...field('restaurant_name')}
        type="text"
        label="Name of the restaurant"
        hint={`Type “${name}” to show that you mean it.`}
        autoComplete="off"
        maxLength={RESTAURANT_NAME_MAX}
      />
    </ActionForm>
  );
}
