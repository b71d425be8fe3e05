import * as people from '../../../contract/people/calls.ts';
import type { Person } from '../../../contract/people/calls.ts';
import { failureText } from '../../api/failure-text.ts';
import type { Result } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { leave, leaveForOther, leaveKeeping } from '../../session/leave.ts';
import { session } from '../../session/session.ts';
import { sendNow } from '../../sync/runtime/client.ts';
import { showRefused, showToast } from '../../ui/page/toast.ts';
import { nameOf, whyRefused } from './labels.ts';
import { editPerson, inviteAgain, leaveRestaurant, removePerson, setPin } from './requests.ts';

/** What is done with a person by one press. The last four ask before. */
export type PersonAction = 'suspend' | 'let-in' | 'invite-again' | 'remove-pin' | 'remove' | 'withdraw' | 'leave';

/** `onDone`: the list has changed. */
export function usePersonActions(onDone: () => void) {
  const { run, isSending, why, stateId } = useAction(people.edit);

  async function tell(request: () => Promise<Result<unknown>>, done: string, not: string, isDoneIfGone = false) {
    const result = await run(request);
    if (!result) return false;
    if (result.ok || (isDoneIfGone && result.status === 404)) showToast({ title: done });
    else showRefused(not, failureText(result, whyRefused));
    onDone();
    return result.ok;
  }

  async function act(kind: PersonAction, person: Person): Promise<unknown> {
    const name = nameOf(person);
    const { id, email } = person;
    switch (kind) {
      case 'suspend':
        return tell(() => editPerson(id, { is_suspended: true }), `${name} suspended`, `${name} not suspended`);
      case 'let-in':
        return tell(() => editPerson(id, { is_suspended: false }), `${name} let in again`, `${name} not let in`);
      case 'invite-again':
        return tell(() => inviteAgain(id), `Invitation sent to ${email}`, 'Invitation not sent');
      case 'remove-pin':
        return tell(() => setPin(id, null), `PIN of ${name} removed`, `PIN of ${name} not removed`);
      case 'remove':
        return tell(() => removePerson(id), `${name} removed`, `${name} not removed`, true);
      case 'withdraw':
        return tell(() => removePerson(id), `Invitation of ${name} taken back`, 'Invitation not taken back', true);
      case 'leave':
        return leaveHere();
    }
  }

  async function leaveHere(): Promise<void> {
    // Afterwards the server takes nothing from this device any more. What is not sent then stays on it.
    await sendNow().catch(() => undefined);
    if (!(await tell(leaveRestaurant, 'You have left the restaurant', 'You have not left the restaurant'))) return;
    if (session.places.length > 0) await leaveForOther();
    else if ((await leave()).kind === 'unsent') await leaveKeeping();
  }

  return { act, leaveHere, isSending, why, stateId };
}
