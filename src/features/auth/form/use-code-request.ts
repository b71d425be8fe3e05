import { useState } from 'react';
import { codeRequestOf, noteCodeSent, noteCodeWait } from '../../../session/code-request.ts';
import { callAuth } from './call-auth.ts';
import { lockOf, refusalMessage } from './refusal-message.ts';
import { useCountdown } from './use-countdown.ts';

export interface CodeRequest {
  /** This tab has sent a code that is still valid. */
  isSent: boolean;
  isSending: boolean;
  /** Seconds until another code may be requested. */
  left: number;
  notice: { kind: 'bad' | 'calm'; words: string } | null;
  send: () => Promise<void>;
}

/** Mails a code to this address on request. `onSent` is called when one was sent, which invalidates the earlier one. */
export function useCodeRequest(email: string, onSent: () => void): CodeRequest {
  const [known] = useState(() => codeRequestOf(email));
  const [isSent, setIsSent] = useState(known.isSent);
  const [isSending, setIsSending] = useState(false);
  const [notice, setNotice] = useState<CodeRequest['notice']>(null);
  const wait = useCountdown(known.waitSeconds);

  async function send(): Promise<void> {
    setNotice(null);
    setIsSending(true);
    const result = await callAuth('resendVerificationMail', { email });
    setIsSending(false);
    if (result.ok) {
      noteCodeSent(email);
      setIsSent(true);
      setNotice({ kind: 'calm', words: 'A code is on its way. An earlier one is not valid any more.' });
      onSent();
    } else {
      const seconds = lockOf(result);
      if (seconds > 0) noteCodeWait(email, seconds);
      setNotice({ kind: 'bad', words: seconds > 0 ? 'No other code can be sent yet.' : refusalMessage(result) });
    }
    wait.begin(codeRequestOf(email).waitSeconds);
  }

  return { isSent, isSending, left: wait.left, notice, send };
}
