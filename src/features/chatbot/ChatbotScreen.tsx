import { Button } from '@fluentui/react-components';
import { BookInformation20Regular, Bot20Regular, Settings20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import { chatbotSteps } from '../../../contract/chatbot/rows.ts';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import css from './chatbot.module.css';
import { ChatbotStates } from './ChatbotStates.tsx';
import { EnableSwitch } from './EnableSwitch.tsx';
import { KnowledgeList } from './KnowledgeList.tsx';
import { TestChat } from './TestChat.tsx';
import { useChatbot } from './use-chatbot.ts';

/** The chatbot: whether it answers, what it knows, and a chat to try it. */
export function ChatbotScreen() {
  const { chatbot, keptAt, isUnread, failure, ask } = useChatbot();
  const [, navigate] = useLocation();
  const isReady = chatbot?.is_chatbot_created;
  return (
    <Page
      title="Chatbot"
      actions={
        isReady && (
          <HeaderActions
            more={[
              { label: 'Set-up', icon: <Settings20Regular />, onDo: () => navigate(links.chatbotSetup()) },
              { label: 'Manage', icon: <BookInformation20Regular />, onDo: () => navigate(links.chatbotManage()) },
            ]}
          />
        )
      }
    >
      {chatbot === null && <ChatbotStates failure={failure} ask={ask} />}
      {chatbot && !isReady && (
        <EmptyState
          icon={<Bot20Regular />}
          title="No chatbot yet"
          actions={
            <Button appearance="primary" onClick={() => navigate(links.chatbotSetup())}>
              Set up the chatbot
            </Button>
          }
        >
          It answers customers from your own menu, opening hours and delivery areas, and asks you when it does not know.
        </EmptyState>
      )}
      {chatbot && isReady && (
        <div className={css.columns}>
          <TestChat />
          <div className="g-stack g-gap-16">
            <section className={`g-group ${css.card}`} aria-labelledby="chatbot-state">
              <h2 className="g-group-title" id="chatbot-state">
                Customers
              </h2>
              <EnableSwitch chatbot={chatbot} />
              <MissingSteps chatbot={chatbot} />
            </section>
            <KnowledgeList shown={{ chatbot, keptAt, isUnread }} />
          </div>
        </div>
      )}
    </Page>
  );
}

function MissingSteps({ chatbot }: { chatbot: Chatbot }) {
  const missing = chatbotSteps.filter((step) => !chatbot.completed_steps.includes(step)).length;
  if (missing === 0) return null;
  return (
    <p className="g-size-13 g-soft">
      {missing === 1 ? 'One step of the set-up is not done.' : `${missing} steps of the set-up are not done.`}
    </p>
  );
}
