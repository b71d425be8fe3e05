import { Button } from '@fluentui/react-components';
import type { Action } from '../../../api/use-action.ts';

/** Leaves the step empty. */
export function SkipButton({
  action: { isBlocked, stateId },
  onSkip,
}: {
  action: Action;
  onSkip: () => Promise<void>;
}) {
  return (
    <Button aria-describedby={stateId} disabledFocusable={isBlocked} onClick={() => void onSkip()}>
      Skip this step
    </Button>
  );
}
