import * as z from 'zod/mini';
import { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { Failure } from '../../api/send.ts';
import { useKeptData } from '../../api/use-kept-data.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { chatbotOf } from './chatbot-of.ts';
import { readChatbot } from './requests.ts';

export interface ShownChatbot {
  chatbot: Chatbot | null;
  /** What only the server knows is of that time, ISO. Null: of now. */
  keptAt: string | null;
  /** The server has not told this device yet what the chatbot knows. */
  isUnread: boolean;
  /** Why there is none. */
  failure: Failure | null;
  ask: () => void;
}

/** The chatbot from this device, and what the server knows of it. */
export function useChatbot(): ShownChatbot {
  const restaurant = useRestaurant();
  const { data, keptAt, failure, ask } = useKeptData(`chatbot.${restaurant?.id}`, readChatbot, check);
  const chatbot = chatbotOf(restaurant, data);
  return { chatbot, keptAt, isUnread: data === null, failure: chatbot === null ? failure : null, ask };
}

const check = (kept: unknown) => z.safeParse(Chatbot, kept).data ?? null;
