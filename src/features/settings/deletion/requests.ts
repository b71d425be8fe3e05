import * as account from '../../../../contract/account/calls.ts';
import type { Deletion } from '../../../../contract/account/calls.ts';
import { send, type Result } from '../../../api/send.ts';

export const requestDeletion = (current_password: string, restaurant_name: string): Promise<Result<Deletion>> =>
  send(account.requestDeletion, { body: { current_password, restaurant_name } });
export const cancelDeletion = (): Promise<Result<Deletion>> => send(account.cancelDeletion, {});
