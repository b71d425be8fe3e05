import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, Warning20Regular } from '@fluentui/react-icons';
import { failureText } from '../../api/failure-text.ts';
import type { Failure } from '../../api/send.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

/** Instead of a list that only the server has. */
export function Unread({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const isOffline = failure.kind === 'offline';
  return (
    <EmptyState
      icon={isOffline ? <CloudOff20Regular /> : <Warning20Regular />}
      tone={isOffline ? 'warn' : 'bad'}
      title={isOffline ? 'This list needs internet: the server keeps it.' : failureText(failure)}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
