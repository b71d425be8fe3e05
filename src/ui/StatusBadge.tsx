import type { ReactElement } from 'react';
import {
  AlertOn16Filled,
  Checkmark16Regular,
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  Fire16Regular,
  Prohibited16Regular,
  ShoppingBag16Regular,
  VehicleBicycle16Regular,
} from '@fluentui/react-icons';
import css from './StatusBadge.module.css';
import { PendingClock } from './PendingClock.tsx';
import { statusLabel } from './status-label.ts';

const looks: Record<string, { icon: ReactElement; look: string | undefined }> = {
  pending: { icon: <AlertOn16Filled />, look: css.new },
  accepted: { icon: <CheckmarkCircle16Regular />, look: css.accepted },
  preparing: { icon: <Fire16Regular />, look: css.preparing },
  ready: { icon: <ShoppingBag16Regular />, look: css.ready },
  out_for_delivery: { icon: <VehicleBicycle16Regular />, look: css.out },
  completed: { icon: <Checkmark16Regular />, look: css.completed },
  rejected: { icon: <DismissCircle16Regular />, look: css.rejected },
  cancelled: { icon: <Prohibited16Regular />, look: css.cancelled },
};

/** An order's status, never by colour alone. A change that is not sent yet adds a clock. */
export function StatusBadge({ status, isPending = false }: { status: string; isPending?: boolean }) {
  const { icon, look } = looks[status] ?? { icon: null, look: css.completed };
  return (
    <span className="g-inline g-gap-6">
      <span className={`g-badge ${css.badge} ${look}`}>
        {icon}
        {statusLabel(status)}
      </span>
      {isPending && <PendingClock />}
    </span>
  );
}
