import * as calls from '../../../contract/channels/calls.ts';
import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import { mutation } from '../../data/mutation.ts';

export const setStatus = mutation(
  ofSettings(calls.setStatus, ({ path, body }) => [['status', `channels.${path.id.toLowerCase()}`, body.status]]),
);
