import { useState } from 'react';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { Result } from '../../api/send.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { readChatbot } from './requests.ts';

export interface ShownChatbot {
  chatbot: Chatbot | null;
  /** Why there is none. */
  failure: Exclude<Result<Chatbot>, { ok: true }> | null;
  ask: () => void;
  onSaved: (chatbot: Chatbot) => void;
}

/** The record on the server, and what was saved since. */
export function useChatbot(): ShownChatbot {
  const { answer, ask } = useServerData(readChatbot);
  const [saved, setSaved] = useState<{ chatbot: Chatbot; over: typeof answer } | null>(null);
  // What was saved is newer than the answer that was there then, and older than the next one.
  const chatbot = saved && saved.over === answer ? saved.chatbot : answer?.ok ? answer.data : null;
  return {
    chatbot,
    failure: chatbot === null && answer?.ok === false ? answer : null,
    ask,
    onSaved: (next) => setSaved({ chatbot: next, over: answer }),
  };
}
