import { Button } from '@fluentui/react-components';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { chatbotSteps, type ChatbotStep } from '../../../contract/chatbot/rows.ts';
import { links } from '../../links.ts';
import { Page } from '../../ui/page/Page.tsx';
import css from './chatbot.module.css';
import { ChatbotStates } from './ChatbotStates.tsx';
import { stepLabels } from './labels.ts';
import { ContactsStep, RestaurantStep } from './steps/FormSteps.tsx';
import { FilesStep } from './steps/FilesStep.tsx';
import { HoursStep } from './steps/HoursStep.tsx';
import { PartnersStep } from './steps/PartnersStep.tsx';
import type { StepProps } from './steps/step-props.ts';
import { useChatbot } from './use-chatbot.ts';

/** The set-up in steps. Each is saved on its own, so it goes on later where it was left. */
export function SetupScreen() {
  const shown = useChatbot();
  return (
    <Page title="Set up the chatbot" breadcrumb={[{ label: 'Chatbot', to: links.chatbot() }]}>
      {shown.chatbot ? <Steps chatbot={shown.chatbot} /> : <ChatbotStates failure={shown.failure} ask={shown.ask} />}
    </Page>
  );
}

const panels: Record<ChatbotStep, (props: StepProps) => React.ReactNode> = {
  restaurant: RestaurantStep,
  contacts: ContactsStep,
  delivery_partners: PartnersStep,
  files: FilesStep,
  hours: HoursStep,
};

function Steps({ chatbot }: Omit<StepProps, 'onNext'>) {
  const isDone = (step: ChatbotStep) => chatbot.completed_steps.includes(step);
  const [current, setCurrent] = useState<ChatbotStep>(() => chatbotSteps.find((step) => !isDone(step)) ?? 'restaurant');
  const [, navigate] = useLocation();
  const Panel = panels[current];
  const at = chatbotSteps.indexOf(current);

  function goOn() {
    const next = chatbotSteps[at + 1];
    if (next) setCurrent(next);
    else navigate(links.chatbot());
  }
  return (
    <div className={css.page}>
      <nav aria-label="Steps">
        <ol className={css.steps}>
          {chatbotSteps.map((step, i) => (
            <li key={step}>
              <button
                type="button"
                className={css.step}
                aria-current={step === current ? 'step' : undefined}
                // The first step creates the chatbot.
                disabled={i > 0 && !chatbot.is_chatbot_created}
                onClick={() => setCurrent(step)}
              >
                {isDone(step) ? (
                  <CheckmarkCircle20Filled aria-hidden="true" />
                ) : (
                  <span aria-hidden="true">{i + 1}</span>
                )}
                {stepLabels[step]}
                {isDone(step) && <span className="g-hidden">, done</span>}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Panel key={current} chatbot={chatbot} onNext={goOn} />
      {chatbot.is_chatbot_created && (
        <div>
          <Button appearance="subtle" onClick={() => navigate(links.chatbot())}>
            Finish later
          </Button>
        </div>
      )}
    </div>
  );
}
