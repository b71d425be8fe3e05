import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { OwnerForm } from '../OwnerForm.tsx';
import { useOwnerFields } from '../use-owner-fields.ts';
import { faultOf } from './fault-of.ts';
import { exportEverything } from './requests.ts';

/** Asks for the password and saves the file. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const { values, setFaults, field } = useOwnerFields('current_password');
  const now = useMinute();
  const [isAsking, setIsAsking] = useState(false);

  async function exportNow() {
    if (values.current_password === '') return setFaults({ current_password: 'Enter your password.' });
    setIsAsking(true);
    const result = await exportEverything(values.current_password);
    setIsAsking(false);
    if (!result.ok) return setFaults({ current_password: faultOf(result) });
    const day = new Date(now).toISOString().slice(0, 10);
    saveFile(`galley-export-${day}.tar.gz`, result.data, 'application/gzip');
    showToast({ title: 'Your data is exported', detail: 'The file is among the downloads of this device.' });
    onClose();
  }

  return (
    <OwnerForm
      does={isAsking ? 'Exporting …' : 'Export'}
      stays="Cancel"
      isAsking={isAsking}
      reason="account_data"
      onSend={exportNow}
      onStay={onClose}
    >
      <TextField
        {...field('current_password')}
        label="Current password"
        hint="With many images it takes some minutes."
        autoComplete="current-password"
        takesFocus
      />
    </OwnerForm>
  );
}
