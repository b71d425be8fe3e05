import type { Chatbot } from '../../../../contract/chatbot/calls.ts';

export interface StepProps {
  chatbot: Chatbot;
  onSaved: (chatbot: Chatbot) => void;
  /** Goes to the next step, or to the chatbot after the last one. */
  onNext: () => void;
}
