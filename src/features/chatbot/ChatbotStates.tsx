import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, ErrorCircle20Regular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import type { ShownChatbot } from './use-chatbot.ts';

/** Loading, offline and refused, in place of the chatbot. */
export function ChatbotStates({ failure, ask }: Pick<ShownChatbot, 'failure' | 'ask'>) {
  if (!failure) return <SkeletonRows rows={4} rowHeight={72} label="Loading the chatbot" />;
  const again = <Button onClick={ask}>Try again</Button>;
  if (failure.kind === 'offline')
    return (
      <EmptyState
        icon={<CloudOff20Regular />}
        tone="warn"
        title="The chatbot is not on this device yet"
        actions={again}
      >
        Go online once to load it. Chats and orders are on this device.
      </EmptyState>
    );
  return (
    <EmptyState icon={<ErrorCircle20Regular />} tone="bad" title="The chatbot could not be read" actions={again}>
      Nothing is lost. {failure.error.request_id && `Reference ${failure.error.request_id}.`}
    </EmptyState>
  );
}
