import { Button } from '@fluentui/react-components';
import { cancelDeletion as cancelDeletionCall, type DeletionObstacle } from '../../../../contract/account/calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import css from '../../../components/settings/settings.module.css';
import { deletionDay } from './deletion-day.ts';
import { cancelDeletion } from './requests.ts';

interface Props {
  /** When it is deleted. */
  at: string;
  /** What has come up since it was asked for. */
  obstacles?: DeletionObstacle[];
  onDone: () => void;
}

/** The date of the deletion, and a way back. */
export function RequestedDeletion({ at, obstacles = [], onDone }: Props) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const { run, isBlocked, why, stateId } = useAction(cancelDeletionCall);

  async function keep() {
    const result = await run(() => cancelDeletion());
    if (!result) return;
    if (!result.ok) return showRefused('The deletion is not cancelled', failureText(result));
    showToast({ title: 'The account stays', detail: 'Your restaurant is open for orders as it was before.' });
    onDone();
  }

  return (
    <>
      <p className="g-warn" role="status">
        On {deletionDay(at, timezone)} everything will be deleted. Customers can’t order or book any more.
      </p>
      {obstacles.length > 0 && (
        <p className="g-warn">
          It waits until there is no money in the wallet, no withdrawal under way and no subscription that goes on.
        </p>
      )}
      <p>Sign out on your other devices before that day, so that no copy stays on them.</p>
      <Button className={css.open} aria-describedby={stateId} disabledFocusable={isBlocked} onClick={() => void keep()}>
        Keep the account
      </Button>
      <p id={stateId} className="g-warn" aria-live="polite">
        {why}
      </p>
    </>
  );
}
