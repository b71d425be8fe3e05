import { PASSWORD_MIN } from '../../../../../contract/limits.ts';
import { changePassword } from '../../../../../contract/settings/calls.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { useAction } from '../../../../api/use-action.ts';
import { send, type Failure } from '../../../../api/send.ts';
import { showToast } from '../../../../ui/page/toast.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../../components/settings/use-owner-fields.ts';

type Field = 'current_password' | 'password' | 'confirm_password';

/** Asks for the current password, and twice for the new one. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { values, setFaults, field } = useOwnerFields('current_password', 'password', 'confirm_password');
  const action = useAction(changePassword);

  async function change() {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const result = await action.run(() => send(changePassword, { body: values }));
    if (!result) return;
    if (!result.ok) return setFaults(refusedFields(result));
    showToast({ title: 'The password is changed', detail: 'Every other device is signed out.' });
    onClose();
  }

  return (
    <ActionForm isOfOwner submitLabel="Change the password" action={action} onSend={change} onCancel={onClose}>
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
      <TextField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
      />
      <TextField {...field('confirm_password')} label="Confirm new password" autoComplete="new-password" />
    </ActionForm>
  );
}

function faultsOf({
  current_password,
  password,
  confirm_password,
}: Record<Field, string>): Partial<Record<Field, string>> {
  return {
    ...(current_password === '' && { current_password: 'Enter the password that you have now.' }),
    ...(password.length < PASSWORD_MIN && { password: `Use at least ${PASSWORD_MIN} characters.` }),
    ...(password !== confirm_password && { confirm_password: 'The two passwords differ.' }),
  };
}

const refusedFields = (failure: Failure): Partial<Record<Field, string>> =>
  failure.error.field_errors ?? { current_password: failureText(failure) };
