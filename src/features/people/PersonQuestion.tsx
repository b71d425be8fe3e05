import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import type { PersonAction } from './use-person-actions.ts';

export type Asked = Extract<PersonAction, 'remove-pin' | 'remove' | 'withdraw' | 'leave'>;

interface Props {
  kind: Asked;
  name: string;
  /** They have no e-mail address. */
  isOnlyByPin?: boolean;
  onDo: () => void;
  onClose: () => void;
}

/** Asks before what cannot be taken back. */
export function PersonQuestion({ kind, name, isOnlyByPin = false, onDo, onClose }: Props) {
  const text = {
    'remove-pin': {
      title: `Remove the PIN of ${name}?`,
      keepLabel: 'Keep the PIN',
      submitLabel: 'Remove the PIN',
      body: `It does not open a shared tablet any more. What was done by it and is not sent yet will be refused.${isOnlyByPin ? ` ${name} has no other way to sign in.` : ''}`,
    },
    remove: {
      title: `Remove ${name}?`,
      keepLabel: `Keep ${name}`,
      submitLabel: `Remove ${name}`,
      body: 'Their devices are signed out. Changes that they had not sent stay on those devices. What they did keeps their name.',
    },
    withdraw: {
      title: `Take back the invitation of ${name}?`,
      keepLabel: 'Keep the invitation',
      submitLabel: 'Take it back',
      body: 'The link in the mail does not work any more.',
    },
    leave: {
      title: 'Leave this restaurant?',
      keepLabel: 'Stay',
      submitLabel: 'Leave the restaurant',
      body: 'Your devices are signed out of it. Changes that could not be sent stay on the device where they were made. To come back you need another invitation.',
    },
  }[kind];
  return (
    <ConfirmDialog
      title={text.title}
      keepLabel={text.keepLabel}
      submitLabel={text.submitLabel}
      onDo={onDo}
      onClose={onClose}
    >
      {text.body}
    </ConfirmDialog>
  );
}
