import type { PersonAtDevice } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import type { Sign } from '../../contract/kitchen-mode/proof.ts';
import { signer } from '../data/signer.ts';
import { atDevice, personAt } from './kitchen-mode.ts';
import { session } from './session.ts';

/** Setting the clock back does not extend it. */
const isOver = (now: number) => atDevice.until <= now || atDevice.until - now > UNLOCKED_MS;

let approving: Sign | null = null;

/** What `act` changes is approved by somebody else, too. */
export function withApproval(approve: Sign, act: () => void): void {
  approving = approve;
  try {
    act();
  } finally {
    approving = null;
  }
}

/** The PIN of this person was right. `sign`: for what they do until it is locked. */
export function unlockKitchen(person: PersonAtDevice, sign: Sign, now: number = Date.now()): void {
  signer.sign = (done) =>
    personAt(session, atDevice) && !isOver(Date.now())
      ? { by: sign(done), ...(approving && { approved: approving(done) }) }
      : {};
  Object.assign(atDevice, { person, until: now + UNLOCKED_MS, token: session.authToken });
}

/** Somebody touched the device. A tablet that wakes up is touched before its timer runs: false if the time was over. */
export function stayUnlocked(now: number = Date.now()): boolean {
  if (isOver(now)) return false;
  atDevice.until = now + UNLOCKED_MS;
  return true;
}
