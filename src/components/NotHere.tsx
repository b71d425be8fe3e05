import { Button } from '@fluentui/react-components';
import { ArrowSync20Regular, CloudOff20Regular, ErrorCircle20Regular } from '@fluentui/react-icons';
import { tryNow, useSyncState } from '../sync/runtime/client.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';

interface Props {
  /** What has not come: "Orders have not reached this device". */
  title: string;
  /** What the server could not list: "orders". */
  listed: string;
  hint?: string;
}

/** Nothing of it has reached this device: there is no network, or the server fails. Asks again at once when told to. */
export function NotHere({ title, listed, hint = 'Connect once and they stay here, also without a network.' }: Props) {
  const sync = useSyncState();
  const again = (
    <Button icon={<ArrowSync20Regular />} onClick={tryNow}>
      Try again
    </Button>
  );
  if (sync?.gate === 'backoff') {
    return (
      <EmptyState
        icon={<ErrorCircle20Regular />}
        tone="bad"
        title={`The server could not list the ${listed}`}
        actions={again}
      >
        Nothing is lost. {sync.nextTryAt ? 'The next try is on its way.' : 'We try again in a moment.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CloudOff20Regular />} tone="warn" title={title} actions={again}>
      {hint}
    </EmptyState>
  );
}
