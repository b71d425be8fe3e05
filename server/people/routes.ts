import { limitByAddress } from '../auth/limit-by-address.ts';
import type { Handler } from '../pipeline/handler.ts';
import { limits } from '../pipeline/limits.ts';
import { accepting, reading } from './accept.ts';
import { listingChanges } from './changes.ts';
import { editing, leaving, listing, removing } from './members.ts';
import { inviting, invitingAgain } from './invite.ts';
import { addingByPin, settingOwnPin, settingPin } from './pins.ts';
import { adding, entering, listingOwn } from './own-restaurants.ts';

export const routes = [
  listing,
  listingChanges,
  inviting,
  invitingAgain,
  editing,
  removing,
  leaving,
  addingByPin,
  settingOwnPin,
  settingPin,
  limitByAddress(limits.invitationTriesByIp, reading),
  limitByAddress(limits.invitationTriesByIp, accepting),
  listingOwn,
  entering,
  adding,
] as Handler[];
