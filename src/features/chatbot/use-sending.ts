import { useId, useState } from 'react';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { failureMessage } from './labels.ts';
import type { Answer } from './requests.ts';

/** One save at a time, with what went wrong, by field and in general. */
export function useSending(onSaved: (chatbot: Chatbot) => void) {
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const stateId = useId();
  const why = whyNot('chatbot', useIsOnline());
  return {
    /** Of the text beside the buttons that says why they cannot be used, or what went wrong. */
    stateId,
    isBlocked: isSending || why !== null,
    why,
    fault,
    errors,
    setErrors,
    /** Whether it was saved. */
    async run(request: () => Answer): Promise<boolean> {
      if (isSending || why !== null) return false;
      setIsSending(true);
      setFault('');
      setErrors({});
      const result = await request();
      setIsSending(false);
      if (result.ok) {
        onSaved(result.data);
        return true;
      }
      const fields = result.error.field_errors;
      if (fields) setErrors(fields);
      setFault(fields ? 'Check the marked fields.' : failureMessage(result));
      return false;
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
