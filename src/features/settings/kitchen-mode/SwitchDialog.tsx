import { usePerson } from '../../../session/kitchen-mode.ts';
import { closeAgain, openByPin } from './requests.ts';
import { PinDialog } from './PinDialog.tsx';

/** Another person takes over the device, or nobody. */
export function SwitchDialog({ onClose }: { onClose: () => void }) {
  const person = usePerson();
  return (
    <PinDialog
      title="Who uses this device?"
      lead={person ? `${person.name} does now.` : 'Nobody does now.'}
      submitLabel="Unlock"
      isFor={({ id }) => id !== person?.id}
      onPin={openByPin}
      onClosed={onClose}
      keepLabel="Close"
      other={person && { words: 'Lock', onDo: () => void closeAgain() }}
    />
  );
}
