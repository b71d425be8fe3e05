import { namedFields, type RestaurantBody } from '../../../contract/settings/edit-restaurant.ts';
import * as calls from '../../../contract/settings/restaurant-calls.ts';
import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import { mutation } from '../../data/mutation.ts';

const changesOfRestaurant = ({ body }: { body: RestaurantBody }) =>
  namedFields(body).map((field) => [field, field, body[field]] as const);

export const saveAccount = mutation(ofSettings(calls.saveAccount, changesOfRestaurant));
export const saveHours = mutation(ofSettings(calls.saveHours, changesOfRestaurant));
export const saveService = mutation(ofSettings(calls.saveService, changesOfRestaurant));
