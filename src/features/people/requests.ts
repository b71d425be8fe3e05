import type { Args } from '../../../contract/call.ts';
import * as people from '../../../contract/people/calls.ts';
import { send } from '../../api/send.ts';

export const invitePerson = (body: Args<typeof people.invite>['body']) => send(people.invite, { body });
export const inviteAgain = (id: string) => send(people.inviteAgain, { path: { id } });
export const editPerson = (id: string, body: Args<typeof people.edit>['body']) =>
  send(people.edit, { path: { id }, body });
export const removePerson = (id: string) => send(people.remove, { path: { id } });
export const addByPin = (body: Args<typeof people.add>['body']) => send(people.add, { body });
/** Null takes it away. */
export const setPin = (id: string, pin: string | null) => send(people.setPin, { path: { id }, body: { pin } });
export const setOwnPin = (pin: string) => send(people.setOwnPin, { body: { pin } });
export const leaveRestaurant = () => send(people.leave, {});
