import { Select, Switch } from '@fluentui/react-components';
import { useId } from 'react';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import { chatbotTimes } from '../../../contract/chatbot/rows.ts';
import { timeHints, timeLabels } from './labels.ts';
import { saveManaged } from './requests.ts';
import { useAction } from '../../api/use-action.ts';

interface Props {
  chatbot: Pick<Chatbot, 'is_enabled'>;
}

export const EnableSwitch = ({ chatbot }: Props) => (
  <FieldSwitch
    field="is_enabled"
    label="Answer customers"
    isOn={chatbot.is_enabled}
    hints={[
      'It answers in every chat that is not paused. A reply of yours pauses it there.',
      'Customers’ messages wait for you.',
    ]}
  />
);

export function TimesSelect({ chatbot }: { chatbot: Pick<Chatbot, 'answers_when'> }) {
  const { run, isBlocked, why, fault, stateId } = useAction();
  const id = useId();
  return (
    <div className="g-stack g-gap-4">
      <label htmlFor={id} className="g-strong">
        When it answers
      </label>
      <Select
        id={id}
        value={chatbot.answers_when}
        aria-describedby={stateId}
        disabled={isBlocked}
        onChange={(_event, { value }) => {
          const answers_when = chatbotTimes.find((one) => one === value) ?? 'always';
          void run(() => saveManaged({ answers_when }));
        }}
      >
        {chatbotTimes.map((one) => (
          <option key={one} value={one}>
            {timeLabels[one]}
          </option>
        ))}
      </Select>
      <p id={stateId} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || why || timeHints[chatbot.answers_when]}
      </p>
    </div>
  );
}

/** What guests can do in a chat besides asking. */
export const TakingSwitches = ({ chatbot }: { chatbot: Pick<Chatbot, 'takes_orders' | 'takes_reservations'> }) => (
  <>
    <FieldSwitch
      field="takes_orders"
      label="Takes orders"
      isOn={chatbot.takes_orders}
      hints={[
        'Guests choose from your menu with buttons and press once more under the summary. No order is read from what they write.',
        'Whoever wants to order waits for you.',
      ]}
    />
    <FieldSwitch
      field="takes_reservations"
      label="Takes reservations"
      isOn={chatbot.takes_reservations}
      hints={[
        'Guests choose among the free times of your reservation settings with buttons, if you take reservations online.',
        'Requests for a table wait for you.',
      ]}
    />
  </>
);

interface FieldProps {
  field: 'is_enabled' | 'takes_orders' | 'takes_reservations';
  label: string;
  isOn: boolean;
  /** While it is on, and while it is off. */
  hints: readonly [on: string, off: string];
}

function FieldSwitch({ field, label, isOn, hints: [on, off] }: FieldProps) {
  const { run, isBlocked, why, fault, stateId } = useAction();
  return (
    <div className="g-stack g-gap-4">
      <Switch
        label={label}
        checked={isOn}
        aria-describedby={stateId}
        disabled={isBlocked}
        onChange={(_event, { checked }) => void run(() => saveManaged({ [field]: checked }))}
      />
      <p id={stateId} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || why || (isOn ? on : off)}
      </p>
    </div>
  );
}
