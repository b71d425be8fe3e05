import {
  ArrowSync16Regular,
  ArrowUndo16Regular,
  Checkmark16Regular,
  DismissCircle16Regular,
  Warning16Filled,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { PendingClock } from '../../ui/PendingClock.tsx';
import badge from '../../ui/StatusBadge.module.css';
import { stateLabel } from './labels.ts';

const styles: Record<string, { icon: ReactElement; className: string | undefined }> = {
  pending: { icon: <ArrowSync16Regular />, className: badge.new },
  authorized: { icon: <ArrowSync16Regular />, className: badge.new },
  paid: { icon: <Checkmark16Regular />, className: badge.ready },
  partially_refunded: { icon: <ArrowUndo16Regular />, className: badge.out },
  refunded: { icon: <ArrowUndo16Regular />, className: badge.completed },
  failed: { icon: <DismissCircle16Regular />, className: badge.rejected },
  disputed: { icon: <Warning16Filled />, className: badge.rejected },
};

/** A payment's state, never by colour alone. */
export function PaymentStateBadge({ status, isPending = false }: { status: string; isPending?: boolean }) {
  const { icon, className } = styles[status] ?? { icon: null, className: badge.completed };
  return (
    <span className="g-inline g-gap-6">
      <span className={`g-badge ${badge.badge} ${className}`}>
        {icon}
        {stateLabel(status)}
      </span>
      {isPending && <PendingClock />}
    </span>
  );
}
