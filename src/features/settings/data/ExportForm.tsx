import { exportData } from '../../../../contract/account/calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import { exportEverything } from './requests.ts';

/** Asks for the password and saves the file. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const { values, setFaults, field } = useOwnerFields('current_password');
  const now = useMinute();
  const action = useAction(exportData);

  async function exportNow() {
    if (values.current_password === '') return setFaults({ current_password: 'Enter your password.' });
    const result = await action.run(() => exportEverything(values.current_password));
    if (!result) return;
    if (!result.ok) return setFaults({ current_password: failureText(result) });
    const day = new Date(now).toISOString().slice(0, 10);
    saveFile(`galley-export-${day}.tar.gz`, result.data, 'application/gzip');
    showToast({ title: 'Your data is exported', detail: 'The file is among the downloads of this device.' });
    onClose();
  }

  return (
    <ActionForm
      isOfOwner
      submitLabel={action.isSending ? 'Exporting …' : 'Export'}

      action={action}
      onSend={exportNow}
      onCancel={onClose}
    >
      <TextField
        {...field('current_password')}
        label="Current password"
        hint="With many images it takes some minutes."
        autoComplete="current-password"
        takesFocus
      />
    </ActionForm>
  );
}
