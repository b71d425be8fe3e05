import type { Chatbot } from '../../../../contract/chatbot/calls.ts';

export interface StepProps {
  chatbot: Chatbot;
  /** Goes to the next step, or to the chatbot after the last one. */
  onNext: () => void;
}
