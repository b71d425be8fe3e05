import { proxy, ref, useSnapshot } from 'valtio';
import type { Permission } from '../../contract/people/permissions.ts';
import type { Sign } from '../../contract/kitchen-mode/proof.ts';
import { usePerson } from './kitchen-mode.ts';

/** Something that the person at this device may not do, until somebody approves it by a PIN. */
export interface Question {
  permission: Permission;
  /** Such as "Cancel order #12". */
  what: string;
  answer: (approve: Sign | null) => void;
}

const state = proxy<{ question: Question | null }>({ question: null });

/** Asks on the spot. Null: nobody approved it. */
export const askApproval = (permission: Permission, what: string): Promise<Sign | null> =>
  new Promise((resolve) => {
    state.question?.answer(null);
    const question: Question = ref({
      permission,
      what,
      answer(approve) {
        // A PIN that was checked slowly answers its own question, not the next one.
        if (state.question === question) state.question = null;
        resolve(approve);
      },
    });
    state.question = question;
  });

export const useQuestion = (): Question | null => useSnapshot(state).question;

/** Whether somebody can be asked: at a device in kitchen mode, where PINs are known. */
export const useCanAsk = (): boolean => usePerson() !== null;
