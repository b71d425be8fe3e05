import { area } from '../area.ts';
import { cartCame } from '../channels/events.ts';
import { messageStored } from '../chats/events.ts';
import { judgeMessages } from '../chats/sentiment/judge-messages.ts';
import { openLlm } from '../integrations/llm.ts';
import { addSettingsPart } from '../restaurants/owner-settings.ts';
import { answerJobs } from './answer-message.ts';
import { languageOfChat, loadDetector } from './languages/find-language.ts';
import { beginWithCart } from './guide/cart.ts';
import { queueAnswer } from './queue-answer.ts';
import { readJobs } from './read-sources.ts';
import { chatbotRoutes } from './routes.ts';
import { mergeOwn, toOwn } from './store.ts';
import { MINUTE } from '../jobs/periodic.ts';

export const chatbot = area({
  name: 'chatbot',
  handlers: chatbotRoutes,
  jobs: ({ pools, bus, env, log }) => ({
    ...answerJobs({ pools, bus, env, log, llm: openLlm(env.llm), answersMax: env.chatbotAnswersMax }),
    ...readJobs({ pools }),
  }),
  periodic: ({ pools }) => [
    {
      name: 'chats_sentiments',
      everyMs: MINUTE,
      firstAfterMs: MINUTE,
      run: () => judgeMessages(pools.owner, { load: loadDetector, languageOf: languageOfChat }),
    },
  ],
  retention: [{ table: 'chatbot_conversations', where: 'expires_at <= $1', days: 0 }],
  on: [
    messageStored.on(queueAnswer),
    cartCame.on(beginWithCart),
    addSettingsPart({
      key: 'chatbot',
      read: (stored) => toOwn(stored['chatbot']),
      save: ({ by, ...scope }, _before, after) => mergeOwn(scope, after, by),
    }),
  ],
  tables: {
    chatbot_conversations: { notExported: 'how far a customer is in the guide of a chat' },
  },
});
