import { namedFields, type RestaurantBody } from '../../contract/settings/edit-restaurant.ts';
import * as contract from '../../contract/settings/restaurant-calls.ts';
import { defineHandler, Refusal, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { answerSaved, saveChanges } from '../restaurants/save-changes.ts';

async function edit(c: BaseContext, body: RestaurantBody) {
  const changesOf = () => namedFields(body).map((field) => [field, field, body[field]] as const);
  const saved = await saveChanges(c, { body, changesOf });
  return saved instanceof Refusal ? saved : answerSaved(saved.restaurant, saved);
}

export const restaurantSettingsRoutes = [
  defineHandler(contract.saveAccount, (c) => edit(c, c.body)),
  defineHandler(contract.saveHours, (c) => edit(c, c.body)),
  defineHandler(contract.saveService, (c) => edit(c, c.body)),
] as Handler[];
