import type { ReactNode } from 'react';
import { Food20Regular } from '@fluentui/react-icons';
import { NotHere } from '../../components/NotHere.tsx';
import { useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';

interface Props {
  /** "Your menu", "These items": the rows that have not been loaded. */
  what: string;
  /** `empty`: what there is none of. `hint`: what to do about it. */
  empty: string;
  hint: string;
  action?: ReactNode;
}

/** Shown in place of rows: loading, not loaded, or none. */
export function MenuStates({ what, empty, hint, action }: Props) {
  const sync = useSyncState();
  if (!sync) return null;
  if (!sync.isComplete && (sync.gate === 'offline' || sync.gate === 'backoff'))
    return (
      <NotHere
        title={`${what} has not reached this device`}
        listed="menu"
        hint="Connect once and it stays here, also without a network."
      />
    );
  if (!sync.isComplete) return <SkeletonRows rows={6} rowHeight={56} label="Loading the menu" />;
  return (
    <EmptyState icon={<Food20Regular />} title={empty} actions={action}>
      {hint}
    </EmptyState>
  );
}
