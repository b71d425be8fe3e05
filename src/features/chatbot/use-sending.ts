import { useId, useState } from 'react';
import { whyNot } from '../../api/online-reasons.ts';
import type { Result } from '../../api/send.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { failureMessage } from './labels.ts';

/** One save at a time, with what went wrong, by field and in general. `needsNetwork`: it cannot wait on this device. */
export function useSending({ needsNetwork = false } = {}) {
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const stateId = useId();
  const reason = whyNot('chatbot', useIsOnline());
  const why = needsNetwork ? reason : null;
  return {
    /** Of the text beside the buttons that says why they cannot be used, or what went wrong. */
    stateId,
    isBlocked: isSending || why !== null,
    note: why ?? '',
    fault,
    errors,
    setErrors,
    /** Whether it was saved. */
    async run(request: () => Promise<Result<unknown>>): Promise<boolean> {
      if (isSending || why !== null) return false;
      setIsSending(true);
      setFault('');
      setErrors({});
      const result = await request();
      setIsSending(false);
      if (result.ok) return true;
      const fields = result.error.field_errors;
      if (fields) setErrors(fields);
      setFault(fields ? 'Check the marked fields.' : failureMessage(result));
      return false;
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
