import { useState, type SubmitEvent } from 'react';
import type { Result } from '../../api/send.ts';
import { whyNot } from '../../api/why-not.ts';
import { useOnline } from '../../lib/use-online.ts';
import { refusalWords, waitOf } from './refusal-words.ts';
import { useCountdown } from './use-countdown.ts';
import type { Form } from './use-form.ts';

export interface Submission {
  /** Why nothing can be sent now, in words; null: it can. */
  whyNot: string | null;
  isSending: boolean;
  /** Why the last try was refused, in words; null before it and after a success. */
  refused: string | null;
  /** Seconds until the next try is allowed. */
  lockedFor: number;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
}

interface Values {
  [name: string]: string;
}

/** Sends a form of the sign-in pages once at a time, and puts what was refused where it belongs: a field, the lock, or the whole form. */
export function useSubmit<V extends Values, T>(
  form: Form<V>,
  send: (values: V) => Promise<Result<T>>,
  onDone: (data: T, values: V) => void,
): Submission {
  const why = whyNot('sign_in', useOnline());
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lock = useCountdown();

  async function sendNow(values: V): Promise<void> {
    setIsSending(true);
    setRefused(null);
    const result = await send(values);
    setIsSending(false);
    if (result.ok) return onDone(result.data, values);
    if (result.kind === 'refused') {
      const wait = waitOf(result.error);
      if (wait > 0) return lock.begin(wait);
      if (form.refuse(result.error.field_errors)) return;
    }
    setRefused(refusalWords(result));
  }

  return {
    whyNot: why,
    isSending,
    refused,
    lockedFor: lock.left,
    submit(event) {
      event.preventDefault();
      if (why !== null || isSending || lock.left > 0 || !form.isReady(event.currentTarget)) return;
      void sendNow(form.values);
    },
  };
}
