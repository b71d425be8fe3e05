import * as calls from '../../../contract/chatbot/calls.ts';
import * as edits from '../../../contract/chatbot/edits.ts';
import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import { mutation } from '../../data/mutation.ts';

export const saveRestaurant = mutation(
  ofSettings(calls.saveRestaurant, ({ body }, restaurant, at) => edits.restaurantChanges(body, restaurant, at)),
);
export const saveContacts = mutation(ofSettings(calls.saveContacts, ({ body }) => edits.contactsChanges(body)));
export const saveDeliveryPartner = mutation(
  ofSettings(calls.saveDeliveryPartner, ({ body }) => edits.partnerChanges(body)),
);
export const removeDeliveryPartner = mutation(
  ofSettings(calls.removeDeliveryPartner, ({ path }) => edits.partnerRemoval(path.partner)),
);
export const saveFiles = mutation(ofSettings(calls.saveFiles, ({ body }) => edits.filesChanges(body)));
export const saveHours = mutation(ofSettings(calls.saveHours, ({ body }) => edits.hoursChanges(body)));
export const manage = mutation(ofSettings(calls.manage, ({ body }) => edits.manageChanges(body)));
