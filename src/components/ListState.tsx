import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { timeOf } from '../lib/wall-clock.ts';
import { useRestaurant } from '../session/use-restaurant.ts';
import { useSyncState } from '../sync/runtime/client.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { ActionButton } from './ActionButton.tsx';
import type { Action } from './ActionMenu.tsx';
import { NotHere } from './NotHere.tsx';
import { countOf, titleOf, type Nouns } from './nouns.ts';

export interface EmptyWords {
  icon: ReactNode;
  /** One sentence of fact, and one of what to do or what comes. */
  title: string;
  hint: ReactNode;
  action?: Action;
}

export interface ListStateProps {
  nouns: Nouns;
  /** Rows on this device without the filters; null: being counted. */
  present: number | null;
  /** What is searched and filtered, in words; empty entries count for nothing. */
  words: readonly (string | false | null | undefined)[];
  onClear: () => void;
  /** null: only shown while something is filtered. */
  empty: EmptyWords | null;
  /** Shown with these filters: "(today)". */
  within?: string | undefined;
  /** Beside "Clear filters". */
  wider?: ReactNode;
}

/** Stands where rows would stand: not found, not reached yet, refused by the server, or none yet. The frame of the list never moves. */
export function ListState({ nouns, present, words, onClear, empty, within, wider }: ListStateProps) {
  const sync = useSyncState();
  const said = words.filter(Boolean);
  if (said.length > 0 && (present !== 0 || empty === null)) {
    return (
      <EmptyState
        icon={<Search20Regular />}
        title={`No ${nouns.one} matches ${said.join(', ')}`}
        actions={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            {wider}
          </>
        }
      >
        {present !== null &&
          `${countOf(nouns, present)} ${present === 1 ? 'is' : 'are'} hidden by these filters${within ? ` ${within}` : ''}.`}
      </EmptyState>
    );
  }
  if (sync === undefined || empty === null) return null;
  if (!sync.isComplete && present === 0)
    return <NotHere title={`${titleOf(nouns)} have not reached this device`} listed={nouns.many} />;
  return (
    <EmptyState
      icon={empty.icon}
      title={empty.title}
      actions={empty.action && <ActionButton action={empty.action} isMain />}
    >
      {empty.hint}
      {sync.gate === 'offline' && sync.lastPullAt && <AsOf at={sync.lastPullAt} />}
    </EmptyState>
  );
}

/** Without a network there may be more elsewhere. */
function AsOf({ at }: { at: string }) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  return <> As of {timeOf(at, timezone)}.</>;
}
