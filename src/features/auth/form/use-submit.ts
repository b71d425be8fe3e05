import { useState, type SubmitEvent } from 'react';
import type { Result } from '../../../api/send.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { lockOf, refusalMessage, type Failure } from './refusal-message.ts';
import { useCountdown } from './use-countdown.ts';
import type { Form } from '../../../ui/form/use-form.ts';

export interface Submission {
  /** Why nothing can be sent now, as a message; null if it can. */
  whyNot: string | null;
  /** What is wrong before anything is sent, such as an address without its token. */
  fault: string | null;
  /** Nothing can be sent now, neither with the button nor with Enter. */
  isClosed: boolean;
  /** Why the last attempt was refused, as a message; null before it and after a success. */
  refused: string | null;
  /** Seconds until the next attempt is allowed. */
  lockedFor: number;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
}

interface Values {
  [name: string]: string;
}

interface Ways {
  fault?: string | null;
  /** Messages by field for an error that concerns a field although the server names none. */
  fieldsOf?: (failure: Failure) => Record<string, string> | undefined;
}

/**
 * Submits a form of the sign-in pages, one request at a time. Shows an error where it belongs: at a field, as a lock, or for the
 * whole form.
 */
export function useSubmit<V extends Values, T>(
  form: Form<V>,
  send: (values: V) => Promise<Result<T>>,
  onDone: (data: T, values: V) => void,
  { fault = null, fieldsOf = namedFields }: Ways = {},
): Submission {
  const why = whyNot('sign_in', useOnline());
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lock = useCountdown();
  const isClosed = why !== null || fault !== null || isSending || lock.left > 0;

  async function sendNow(element: HTMLFormElement): Promise<void> {
    setIsSending(true);
    setRefused(null);
    const result = await send(form.values);
    setIsSending(false);
    if (result.ok) return onDone(result.data, form.values);
    const wait = lockOf(result);
    if (wait > 0) return lock.begin(wait);
    if (form.refuse(fieldsOf(result), element)) return;
    setRefused(refusalMessage(result));
  }

  return {
    whyNot: why,
    fault,
    isClosed,
    refused,
    lockedFor: lock.left,
    submit(event) {
      event.preventDefault();
      if (!isClosed && form.isReady(event.currentTarget)) void sendNow(event.currentTarget);
    },
  };
}

const namedFields = (failure: Failure) => failure.error.field_errors;
