import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowSync20Regular, CloudOff20Regular, ErrorCircle20Regular, Food20Regular } from '@fluentui/react-icons';
import { tryNow, useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';

interface Props {
  /** "Your menu", "These items": what has not reached the device. */
  what: string;
  /** One sentence of fact when there is none, and one of what to do. */
  empty: string;
  hint: string;
  action?: ReactNode;
}

/** Where rows would stand: on their way, not reached, or really none. */
export function MenuStates({ what, empty, hint, action }: Props) {
  const sync = useSyncState();
  if (!sync) return null;
  const again = (
    <Button icon={<ArrowSync20Regular />} onClick={tryNow}>
      Try again
    </Button>
  );
  if (!sync.isComplete && sync.gate === 'offline') {
    return (
      <EmptyState
        icon={<CloudOff20Regular />}
        tone="warn"
        title={`${what} has not reached this device`}
        actions={again}
      >
        Connect once and it stays here, also without a network.
      </EmptyState>
    );
  }
  if (!sync.isComplete && sync.gate === 'backoff') {
    return (
      <EmptyState icon={<ErrorCircle20Regular />} tone="bad" title="The server could not list the menu" actions={again}>
        Nothing is lost. We try again in a moment.
      </EmptyState>
    );
  }
  if (!sync.isComplete) return <SkeletonRows rows={6} rowHeight={56} label="Loading the menu" />;
  return (
    <EmptyState icon={<Food20Regular />} title={empty} actions={action}>
      {hint}
    </EmptyState>
  );
}
