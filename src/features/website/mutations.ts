import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import * as calls from '../../../contract/website/calls.ts';
import * as edits from '../../../contract/website/edits.ts';
import { mutation } from '../../data/mutation.ts';

export const saveBasicInfo = mutation(ofSettings(calls.saveBasicInfo, ({ body }) => edits.basicInfoChanges(body)));
export const saveRestaurantType = mutation(
  ofSettings(calls.saveRestaurantType, ({ body }) => edits.restaurantTypeChanges(body)),
);
export const saveImages = mutation(ofSettings(calls.saveImages, ({ body }) => edits.imageChanges(body)));
export const saveThemeColors = mutation(ofSettings(calls.saveThemeColors, ({ body }) => edits.colorChanges(body)));
export const saveOrderTypes = mutation(ofSettings(calls.saveOrderTypes, ({ body }) => edits.orderTypeChanges(body)));
export const saveOpeningHours = mutation(ofSettings(calls.saveOpeningHours, ({ body }) => edits.hoursChanges(body)));
export const saveExtraPages = mutation(ofSettings(calls.saveExtraPages, ({ body }) => edits.pageChanges(body)));
export const publish = mutation(
  ofSettings(calls.publish, ({ body }, restaurant, at) => edits.publicationChanges(body, restaurant, at)),
);
