import { useId, useRef, useState } from 'react';
import { permissionOf, type Call } from '../../contract/call.ts';
import { may, type Role } from '../../contract/people/permissions.ts';
import { useSession } from '../session/session.ts';
import { useIsOnline } from '../sync/runtime/client.ts';
import { failureText, type Say } from './failure-text.ts';
import { whyNot } from './online-reasons.ts';
import type { Result } from './send.ts';
import { notAllowedText } from './who-may.ts';

export interface Action {
  isSending: boolean;
  /** Why it cannot be done now, for the text beside its control; null: it can. */
  why: string | null;
  /** Its control cannot be used: it is being sent, or there is a `why`. */
  isBlocked: boolean;
  /** What went wrong the last time; empty: nothing. */
  fault: string;
  /** The same by field. */
  errors: Record<string, string>;
  /** For the element that shows `why` and `fault`, and the control's `aria-describedby`. */
  stateId: string;
  /** Null: it is blocked, so nothing was sent. */
  run: <T>(request: () => Promise<Result<T>>) => Promise<Result<T> | null>;
  /** What is wrong before anything is sent; nothing given: takes back what is shown. */
  show: (fault?: string, errors?: Record<string, string>) => void;
}

/**
 * Something that a person has done at once, one request at a time: whether it can be done, by the permission and the rule in the call's
 * contract, and what came of it. No `call`: it is stored on this device, so that it needs no network. `say`: the screen's own words for some failures.
 */
export function useAction(call: Call | null = null, say?: Say): Action {
  const isOnline = useIsOnline();
  const { role } = useSession();
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const stateId = useId();
  const why = call && (whyNotAllowed(call, role) ?? whyOffline(call, isOnline));

  const show = (text = '', byField: Record<string, string> = {}) => {
    setFault(text);
    setErrors(byField);
  };
  async function run<T>(request: () => Promise<Result<T>>): Promise<Result<T> | null> {
    // Not the state: two presses may come before it is drawn.
    if (isUnderWay.current || why !== null) return null;
    isUnderWay.current = true;
    setIsSending(true);
    show();
    try {
      const result = await request();
      if (!result.ok) show(failureText(result, say), result.error.field_errors);
      return result;
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  }
  return { isSending, why, isBlocked: isSending || why !== null, fault, errors, stateId, run, show };
}

/** A control that says so is better than none where a page is made of them, such as the wallet. */
function whyNotAllowed(call: Call, role: Role): string | null {
  const permission = permissionOf(call);
  return permission === null || may(role, permission) ? null : `${notAllowedText(permission)}.`;
}

const whyOffline = ({ options: { offline } }: Call, isOnline: boolean): string | null =>
  offline.kind === 'online' ? whyNot(offline.reason, isOnline) : null;
