import { Button } from '@fluentui/react-components';
import {
  ArrowSync20Regular,
  Chat20Regular,
  CloudOff20Regular,
  ErrorCircle20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { tryNow, useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ChatFilters } from './chat-filters.ts';

interface Props {
  /** The device's own answer is on its way: nothing is known yet. */
  isAsked: boolean;
  isAnyHere: boolean;
  filters: ChatFilters;
  onClear: () => void;
}

/** Stands where chats would stand: not reached yet, none yet, none found. */
export function ChatStates({ isAsked, isAnyHere, filters, onClear }: Props) {
  const sync = useSyncState();
  if (isAnyHere) {
    const words = [
      filters.search.trim() && `“${filters.search.trim()}”`,
      filters.show === 'unread' && 'Unread',
      filters.show === 'paused' && 'Paused',
    ].filter(Boolean);
    return (
      <EmptyState
        icon={<Search20Regular />}
        title={
          filters.show === 'unread' && !filters.search.trim()
            ? 'Everything is read'
            : `No chat matches ${words.join(', ')}`
        }
        actions={<Button onClick={onClear}>Show all chats</Button>}
      />
    );
  }
  if (sync === undefined) return null;
  if (sync.isComplete) {
    if (isAsked) return null;
    return (
      <EmptyState icon={<Chat20Regular />} title="No chats yet">
        They appear here when a customer writes to you on your website.
      </EmptyState>
    );
  }
  const again = (
    <Button icon={<ArrowSync20Regular />} onClick={tryNow}>
      Try again
    </Button>
  );
  if (sync.gate === 'offline') {
    return (
      <EmptyState icon={<CloudOff20Regular />} tone="warn" title="Chats have not reached this device" actions={again}>
        Connect once and they stay here, also without a network.
      </EmptyState>
    );
  }
  if (sync.gate === 'backoff') {
    return (
      <EmptyState
        icon={<ErrorCircle20Regular />}
        tone="bad"
        title="The server could not list the chats"
        actions={again}
      >
        Nothing is lost. We try again in a moment.
      </EmptyState>
    );
  }
  return null;
}
