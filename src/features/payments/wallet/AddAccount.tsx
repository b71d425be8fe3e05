import { useState } from 'react';
import { ConfirmAccount } from './ConfirmAccount.tsx';
import { EnterAccount, type EnteredAccount } from './EnterAccount.tsx';

/** First the number, whose holder the provider names; then the password. */
export function AddAccount({ onClose }: { onClose: () => void }) {
  const [entered, setEntered] = useState<EnteredAccount | null>(null);
  return entered ? (
    <ConfirmAccount entered={entered} onBack={() => setEntered(null)} onDone={onClose} />
  ) : (
    <EnterAccount onEntered={setEntered} onClose={onClose} />
  );
}
