import type { Done } from '../../contract/kitchen-mode/proof.ts';
import type { OutboxEntry } from './db.ts';

/** Signs what is done in this page as the person who uses the device now (src/session/unlock.ts). Empty: whoever is signed in did it. */
export const signer: { sign: (done: Done) => Pick<OutboxEntry, 'by' | 'approved'> } = { sign: () => ({}) };
