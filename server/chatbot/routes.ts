import { drizzle } from 'drizzle-orm/node-postgres';
import { foldName } from '../../contract/names.ts';
import * as contract from '../../contract/chatbot/calls.ts';
import { chatbotSteps, type ChatbotStep } from '../../contract/chatbot/rows.ts';
import { imageUrlOf } from '../../contract/files/images.ts';
import { faultsOfHours } from '../../contract/restaurant/check-hours.ts';
import { readNumber } from '../auth/phone-number.ts';
import { take, type Limit } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { storeImage } from '../files/store-image.ts';
import { checkAddress } from '../integrations/fetch-safely.ts';
import { openLlm } from '../integrations/llm.ts';
import { inSpace } from '../jobs/in-space.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { changeRestaurant, savingOf } from '../website/save.ts';
import { composeAnswer } from './compose-answer.ts';
import { loadFacts } from './load-facts.ts';
import { mergeOwn, readChatbot, readOwn, type OwnFields, type Stamp } from './store.ts';

type Chatbot = contract.Chatbot;
type Step = ChatbotStep;

/** One transaction of the restaurant. */
type Scope = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'actor'>;

const testChats: Limit = { name: 'chatbot-tests', max: 120, windowMs: 10 * 60_000 };

/** The chatbot's set-up, and the chat in which its owner tries it. */
export function chatbotRoutes({ pools, env, jobs, log }: Services): Handler[] {
  const llm = openLlm(env.llm);
  const answeredBy: Chatbot['answered_by'] = llm ? 'model' : 'records';
  const scopeOf = ({ db, restaurantId }: Scope) => ({ db, restaurantId });
  const stampOf = ({ now, actor }: Pick<BaseContext, 'now' | 'actor'>): Stamp => ({
    updated_at: now.toISOString(),
    updated_by: actor,
  });
  const show = (c: Scope) => readChatbot(scopeOf(c), c.now, answeredBy);
  const merge = async (c: Scope, change: Partial<OwnFields>, done?: Step) => {
    const { value } = await readOwn(scopeOf(c));
    const completed_steps = withStep(change.completed_steps ?? value.completed_steps, done);
    await mergeOwn(scopeOf(c), { ...change, completed_steps }, stampOf(c));
  };

  const getChatbot = defineHandler(contract.getChatbot, show);

  const saveRestaurant = defineHandler(contract.saveRestaurant, async (c) => {
    const { restaurant_name, full_address, postal_code } = c.body;
    await changeRestaurant(savingOf(c), {
      name: restaurant_name,
      address: full_address,
      postal_code: postal_code.trim() || null,
    });
    const { value } = await readOwn(scopeOf(c));
    await merge(c, { is_created: true, created_at: value.created_at ?? c.now.toISOString() }, 'restaurant');
    return show(c);
  });

  const saveContacts = defineHandler(contract.saveContacts, async (c) => {
    const { business_telephone, kitchen_telephone, restaurant_email, website_url } = c.body;
    const { country_code } = await loadRestaurant(c.db, c.restaurantId);
    const field_errors: Record<string, string> = {};
    const numberOf = (field: string, typed: string) => {
      if (typed.trim() === '') return null;
      const { phone_no } = readNumber(typed, country_code);
      if (phone_no === null) field_errors[field] = 'This is not a telephone number';
      return phone_no;
    };
    const business = numberOf('business_telephone', business_telephone);
    const kitchen = kitchen_telephone === undefined ? undefined : numberOf('kitchen_telephone', kitchen_telephone);
    if (website_url && checkAddress(website_url)) field_errors.website_url = checkAddress(website_url)!;
    if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
    await changeRestaurant(savingOf(c), {
      phone_number_business: business,
      email: restaurant_email,
      ...(kitchen === undefined ? {} : { phone_number_kitchen: kitchen }),
    });
    await merge(c, website_url === undefined ? {} : { website_url: website_url || null }, 'contacts');
    if (website_url !== undefined) await c.enqueue('chatbot.read', { restaurant_id: c.restaurantId });
    return show(c);
  });

  const saveDeliveryPartner = defineHandler(contract.saveDeliveryPartner, async (c) => {
    const { partner_name, partner_url } = c.body;
    const fault = checkAddress(partner_url);
    if (fault) return refuse('invalid_fields', { field_errors: { partner_url: fault } });
    const { value } = await readOwn(scopeOf(c));
    const present = value.delivery_partners.find((one) => isSameName(one.partner_name, partner_name));
    if (!present && value.delivery_partners.length >= contract.PARTNERS_MAX)
      return refuse('invalid_fields', { field_errors: { partner_name: `At most ${contract.PARTNERS_MAX} partners` } });
    const saved = { id: present?.id ?? newId(c.now), partner_name, partner_url };
    const delivery_partners = present
      ? value.delivery_partners.map((one) => (one === present ? saved : one))
      : [...value.delivery_partners, saved];
    await merge(c, { delivery_partners }, 'delivery_partners');
    return show(c);
  });

  const removeDeliveryPartner = defineHandler(contract.removeDeliveryPartner, async (c) => {
    const { value } = await readOwn(scopeOf(c));
    const delivery_partners = value.delivery_partners.filter(({ id }) => id !== c.path.partner.toLowerCase());
    if (delivery_partners.length < value.delivery_partners.length) await merge(c, { delivery_partners });
    return show(c);
  });

  const saveFiles = defineHandlerWithoutTransaction(contract.saveFiles, async (c) => {
    const { upload_profile_pic, remove_profile_pic, file_upload_url } = c.body;
    const fault = file_upload_url ? checkAddress(file_upload_url) : null;
    if (fault) return refuse('invalid_fields', { field_errors: { file_upload_url: fault } });
    let picture: string | null | undefined = remove_profile_pic ? null : undefined;
    if (upload_profile_pic) {
      const id = newId(c.now);
      const refusal = await storeImage({ pools, env }, c, id, upload_profile_pic);
      if (refusal) {
        const why = Object.values(refusal.error.field_errors ?? {})[0];
        return why === undefined ? refusal : refuse('invalid_fields', { field_errors: { upload_profile_pic: why } });
      }
      picture = imageUrlOf(c.restaurantId, id);
    }
    const { result } = await inSpace(pools.app, c.restaurantId, async ({ db }) => {
      const inside = { db, restaurantId: c.restaurantId, now: c.now, actor: c.actor };
      const change: Partial<OwnFields> = {
        ...(picture === undefined ? {} : { upload_profile_pic: picture }),
        ...(file_upload_url === undefined ? {} : { file_upload_url: file_upload_url || null }),
      };
      await merge(inside, change, 'files');
      if (file_upload_url !== undefined) await jobs.enqueue(db, 'chatbot.read', { restaurant_id: c.restaurantId });
      return show(inside);
    });
    return result;
  });

  const saveHours = defineHandler(contract.saveHours, async (c) => {
    const { opening_hours: before } = await loadRestaurant(c.db, c.restaurantId);
    const opening_hours = { ...before, days: c.body.days, exceptions: c.body.exceptions ?? before.exceptions };
    const field_errors = faultsOfHours(opening_hours);
    if (field_errors) return refuse('invalid_fields', { field_errors });
    await changeRestaurant(savingOf(c), { opening_hours });
    await merge(c, {}, 'hours');
    return show(c);
  });

  const manage = defineHandler(contract.manage, async (c) => {
    const { skipped_step, faqs, greeting, payment_methods, ...fields } = c.body;
    const { value } = await readOwn(scopeOf(c));
    if (fields.is_enabled && !value.is_created)
      return refuse('invalid_fields', { field_errors: { is_enabled: 'Set the chatbot up first' } });
    const change: Partial<OwnFields> = Object.fromEntries(
      Object.entries(fields).filter(([, field]) => field !== undefined),
    );
    if (greeting !== undefined) change.greeting = greeting.trim();
    if (faqs) change.faqs = faqs.map(({ id = newId(c.now), q, a }) => ({ id, q, a }));
    if (payment_methods) change.payment_methods = [...new Set(payment_methods)];
    await merge(c, change, skipped_step);
    return show(c);
  });

  const readAgain = defineHandler(contract.readAgain, async (c) => {
    await c.enqueue('chatbot.read', { restaurant_id: c.restaurantId });
    return show(c);
  });

  const testChat = defineHandlerWithoutTransaction(contract.testChat, async (c) => {
    const exceeded = await take(c.accounts, testChats, c.restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const { facts, own } = await withTransaction(pools.app, c.restaurantId, 'read', async (client) => {
      const db = drizzle(client);
      const { value } = await readOwn({ db, restaurantId: c.restaurantId });
      return {
        own: value,
        facts: await loadFacts({ db, restaurantId: c.restaurantId, now: c.now, customerId: null }),
      };
    });
    const composed = await composeAnswer({ llm, log }, { question: c.body.message, facts, own, now: c.now });
    return { response: composed.text, escalated: composed.escalated, source: composed.source };
  });

  return [
    getChatbot,
    saveRestaurant,
    saveContacts,
    saveDeliveryPartner,
    removeDeliveryPartner,
    saveFiles,
    saveHours,
    manage,
    readAgain,
    testChat,
  ] as Handler[];
}

const withStep = (steps: readonly Step[], done: Step | undefined): Step[] =>
  chatbotSteps.filter((step) => step === done || steps.includes(step));

const isSameName = (a: string, b: string) => foldName(a) === foldName(b);
