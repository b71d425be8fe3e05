import { hashRaw } from '@node-rs/argon2';
import { approverOf, isRight, keyFrom, signerOf } from '../../src/features/settings/kitchen-mode/keys.ts';
import type { DevicePerson } from '../../src/features/settings/kitchen-mode/people.ts';
import { newId } from '../../server/platform/ids.ts';
import { requestData, type Fetcher } from './api.ts';

interface Device {
  fetch: Fetcher;
  token: string;
  restaurantId: string;
}

/** A person at a device in kitchen mode, who signs as its page does. */
export async function personAt({ fetch, token, restaurantId }: Device, name: string, pin: string) {
  const people = await requestData<DevicePerson[]>(fetch, 'GET', '/auth/kitchen-mode/people', { token });
  const person = people.find((one) => one.name === name);
  if (!person) throw new Error(`${name} is not among ${people.map((one) => one.name).join(', ') || 'nobody'}`);
  // The same as the page's, in a twentieth of the time.
  const { salt, memory: memoryCost, passes: timeCost } = person.pin;
  const cost = { memoryCost, timeCost, parallelism: 1, salt: Buffer.from(salt, 'base64') };
  const key = keyFrom(await hashRaw(pin, cost), person.id, restaurantId);
  const signWith =
    (sign: ReturnType<typeof signerOf>) =>
    (done: { key: string; call: string; path: Record<string, string>; body: unknown }) => {
      const { person: id, proof } = sign(done);
      return { person: id, proof };
    };
  return {
    ...person,
    knows: isRight(key, person, token),
    signs: signWith(signerOf(key, person)),
    approves: signWith(approverOf(key, person)),
  };
}
export type PersonAt = Awaited<ReturnType<typeof personAt>>;

/** A mutation as its device sends it. */
export function signed(
  entry: { mid: number; call: string; path: Record<string, string>; body: unknown },
  { by, approved }: { by?: PersonAt; approved?: PersonAt },
) {
  const done = { key: newId(), call: entry.call, path: entry.path, body: entry.body };
  return {
    ...entry,
    key: done.key,
    ...(by && { by: by.signs(done) }),
    ...(approved && { approved: approved.approves(done) }),
  };
}
