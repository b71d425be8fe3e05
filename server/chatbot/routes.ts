import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../contract/chatbot/calls.ts';
import {
  contactsChanges,
  filesChanges,
  hoursChanges,
  manageChanges,
  partnerChanges,
  partnerRemoval,
  restaurantChanges,
} from '../../contract/chatbot/edits.ts';
import { foldName } from '../../contract/names.ts';
import { imageUrlOf } from '../../contract/files/images.ts';
import { readNumber } from '../platform/phone-number.ts';
import { take, type Limit } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { storeImage } from '../files/store-image.ts';
import { refuseMissingImages } from '../files/store.ts';
import { checkAddress } from '../integrations/fetch-safely.ts';
import { openLlm } from '../integrations/llm.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { idFor, newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { answerSaved, saveChanges } from '../restaurants/save-changes.ts';
import type { Facts } from './answer/facts.ts';
import { phraseOf } from './languages/languages.ts';
import { composeAnswer, type Composed } from './compose-answer.ts';
import { guide, withoutEffect } from './guide/guide.ts';
import { readState } from './guide/state.ts';
import { listUnanswered as readUnanswered } from './list-unanswered.ts';
import { openModel } from './model/open-model.ts';
import { loadFacts } from './load-facts.ts';
import { opening } from './opening.ts';
import { readChatbot, readOwn, type OwnFields } from './store.ts';

type Chatbot = contract.Chatbot;

/** One transaction of the restaurant. */
type Scope = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'actor'>;

const testChats: Limit = { name: 'chatbot-tests', max: 120, windowMs: 10 * 60_000 };

/** The chatbot's set-up, and the chat in which its owner tries it. */
export function chatbotRoutes({ pools, env, log }: Services): Handler[] {
  const llm = openLlm(env.llm);
  const answeredBy: Chatbot['answered_by'] = llm ? 'model' : 'records';
  const scopeOf = ({ db, restaurantId }: Scope) => ({ db, restaurantId });
  const show = (c: Scope) => readChatbot(scopeOf(c), c.now, { answeredBy, tokensMax: env.llmDailyTokens });
  /** Saves what a call changes, and answers the whole record. */
  const save = async (c: BaseContext, edit: Parameters<typeof saveChanges>[1]) => {
    const saved = await saveChanges(c, edit);
    return saved instanceof Refusal ? saved : answerSaved(await show(c), saved);
  };

  const getChatbot = defineHandler(contract.getChatbot, show);

  const saveRestaurant = defineHandler(contract.saveRestaurant, (c) =>
    save(c, { body: c.body, changesOf: (restaurant) => restaurantChanges(c.body, restaurant, c.occurredAt) }),
  );

  const saveContacts = defineHandler(contract.saveContacts, async (c) => {
    const { business_telephone = '', kitchen_telephone = '', website_url } = c.body;
    const { country_code } = await loadRestaurant(c.db, c.restaurantId);
    const field_errors: Record<string, string> = {};
    for (const [field, typed] of Object.entries({ business_telephone, kitchen_telephone }))
      if (typed.trim() !== '' && readNumber(typed, country_code).phone_no === null)
        field_errors[field] = 'This is not a telephone number';
    if (website_url && checkAddress(website_url)) field_errors.website_url = checkAddress(website_url)!;
    if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
    const saved = await save(c, { body: c.body, changesOf: () => contactsChanges(c.body) });
    if (website_url !== undefined && !(saved instanceof Refusal))
      await c.enqueue('chatbot.read', { restaurant_id: c.restaurantId });
    return saved;
  });

  const saveDeliveryPartner = defineHandler(contract.saveDeliveryPartner, async (c) => {
    const { body } = c;
    const fault = checkAddress(body.partner_url);
    if (fault) return refuse('invalid_fields', { field_errors: { partner_url: fault } });
    return save(c, {
      body,
      // Saved again under its name, a partner keeps its id.
      changesOf: ({ settings }) => {
        const present = settings!.chatbot.delivery_partners.find((one) => isSameName(one, body));
        return partnerChanges({ ...body, id: present?.id ?? body.id?.toLowerCase() ?? newId(c.now) });
      },
      faultsOf: ({ settings }) =>
        settings!.chatbot.delivery_partners.length > contract.PARTNERS_MAX
          ? { partner_name: `At most ${contract.PARTNERS_MAX} partners` }
          : null,
    });
  });

  const removeDeliveryPartner = defineHandler(contract.removeDeliveryPartner, (c) =>
    save(c, { body: c.body, changesOf: () => partnerRemoval(c.path.partner) }),
  );

  const saveFiles: Handler<typeof contract.saveFiles> = {
    ...defineHandler(contract.saveFiles, async (c) => {
      const { file_upload_url, remove_profile_pic, upload_profile_pic_url } = c.body;
      const fault = file_upload_url ? checkAddress(file_upload_url) : null;
      if (fault) return refuse('invalid_fields', { field_errors: { file_upload_url: fault } });
      const missing = await refuseMissingImages({ ...c, body: { image_url: upload_profile_pic_url ?? null } });
      if (missing) return missing;
      const body = remove_profile_pic ? { ...c.body, upload_profile_pic_url: null } : c.body;
      const saved = await save(c, { body, changesOf: () => filesChanges(body) });
      if (file_upload_url !== undefined && !(saved instanceof Refusal))
        await c.enqueue('chatbot.read', { restaurant_id: c.restaurantId });
      return saved;
    }),
    async prepare(services, c) {
      const { upload_profile_pic: parts, ...body } = c.body;
      if (!parts) return body;
      const id = newId(c.now);
      const refusal = await storeImage(services, c, id, parts);
      if (!refusal) return { ...body, upload_profile_pic_url: imageUrlOf(c.restaurantId, id) };
      const why = Object.values(refusal.error.field_errors ?? {})[0];
      return why === undefined ? refusal : refuse('invalid_fields', { field_errors: { upload_profile_pic: why } });
    },
  };

  const saveHours = defineHandler(contract.saveHours, (c) =>
    save(c, { body: c.body, changesOf: () => hoursChanges(c.body) }),
  );

  const manage = defineHandler(contract.manage, async (c) => {
    const { faqs, payment_methods, ...fields } = c.body;
    const { value } = await readOwn(scopeOf(c));
    if (fields.is_enabled && !value.is_created)
      return refuse('invalid_fields', { field_errors: { is_enabled: 'Set the chatbot up first' } });
    const body = {
      ...fields,
      ...(faqs && { faqs: faqs.map(({ id = newId(c.now), q, a }) => ({ id, q, a })) }),
      ...(payment_methods && { payment_methods: [...new Set(payment_methods)] }),
    };
    return save(c, { body, changesOf: () => manageChanges(body) });
  });

  const readAgain = defineHandler(contract.readAgain, async (c) => {
    await c.enqueue('chatbot.read', { restaurant_id: c.restaurantId });
    return show(c);
  });

  const listUnanswered = defineHandler(contract.listUnanswered, (c) => readUnanswered(scopeOf(c), c.now));

  const testChat = defineHandlerWithoutTransaction(contract.testChat, async (c) => {
    const { restaurantId, now } = c;
    const exceeded = await take(c.accounts, testChats, restaurantId, now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const { message, conversation_id = newId(now), choice_id = null, earlier = [] } = c.body;
    // Never the id of a customer's chat.
    const id = idFor(`chatbot.trial ${conversation_id.toLowerCase()}`);
    const { facts, own, state } = await withTransaction(pools.app, restaurantId, 'read', async (client) => {
      const scope = { db: drizzle(client), restaurantId, now };
      return {
        own: (await readOwn(scope)).value,
        facts: await loadFacts({ ...scope, customerId: null, channel: 'chatbot' }),
        state: await readState(scope, id, now),
      };
    });
    const view = {
      chat: { id, channel_type: 'website', customer_name: 'Guest', customer_id: null },
      channel: 'chatbot',
      facts,
      own,
      env,
    } as const;
    const isStart = choice_id === 'start';
    const composed = isStart
      ? greetingOf(facts, own)
      : await composeAnswer(
          { model: openModel({ pools, llm, env }, restaurantId, view, state), log },
          {
            question: message,
            isWritten: choice_id === null,
            before: earlier.map((one) => ({ choice_id: null, ...one })),
            language: state.language,
            facts,
            own,
            now,
          },
        );
    const reply = await withTransaction(pools.app, restaurantId, 'write', (client) =>
      guide(withoutEffect({ db: drizzle(client), restaurantId, now, env }), {
        ...view,
        language: composed.language,
        message: { message, type: 'text', choice_id: isStart ? null : choice_id },
        answer: composed,
      }),
    );
    if (!reply) throw new Error('Nobody has blocked a guest of whom nothing is known');
    const { choices, escalated = false } = reply;
    const before = isStart ? opening(own, view.chat, composed, reply.text) : [];
    return {
      response: [...before, reply.text].join('\n\n'),
      ...(choices && { choices }),
      escalated,
      source: composed.source,
    };
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
    listUnanswered,
    testChat,
  ] as Handler[];
}

/** What somebody gets who only says hello. */
function greetingOf({ name }: Facts, { languages: [language = 'en'] }: OwnFields): Composed {
  const text = phraseOf(language, 'greeting', { name });
  return { text, topic: 'greeting', escalated: false, source: 'records', language };
}

type Named = Pick<Chatbot['delivery_partners'][number], 'partner_name'>;
const isSameName = (a: Named, b: Named) => foldName(a.partner_name) === foldName(b.partner_name);
