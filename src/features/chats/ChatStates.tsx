import { Button } from '@fluentui/react-components';
import { Chat20Regular, Search20Regular } from '@fluentui/react-icons';
import { NotHere } from '../../components/NotHere.tsx';
import { useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import type { ChatFilters } from './chat-filters.ts';

interface Props {
  /** The query of the local database is running: nothing is known yet. */
  isAsked: boolean;
  isAnyHere: boolean;
  filters: ChatFilters;
  onClear: () => void;
}

/** Shown in place of chats: not loaded yet, none yet, or none found. */
export function ChatStates({ isAsked, isAnyHere, filters, onClear }: Props) {
  const sync = useSyncState();
  if (isAnyHere) {
    const isOnlyShow = !filters.search.trim() && !filters.label;
    const words = [
      filters.search.trim() && `“${filters.search.trim()}”`,
      filters.label && `label ${filters.label}`,
      filters.show === 'unread' && 'Unread',
      filters.show === 'needs_person' && 'Needs a person',
      filters.show === 'paused' && 'Paused',
    ].filter(Boolean);
    return (
      <EmptyState
        icon={<Search20Regular />}
        title={
          isOnlyShow && filters.show === 'unread'
            ? 'Everything is read'
            : isOnlyShow && filters.show === 'needs_person'
              ? 'No chat waits for a person'
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
        They appear here when a customer writes to you on your website or WhatsApp.
      </EmptyState>
    );
  }
  if (sync.gate !== 'offline' && sync.gate !== 'backoff') return null;
  return <NotHere title="Chats have not reached this device" listed="chats" />;
}
