import { Button } from '@fluentui/react-components';
import type { Failure } from '../../../api/send.ts';
import css from '../../../components/settings/settings.module.css';

/** Instead of a list that only the server has: why it is not here. */
export function UnreadList({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <>
      <p>
        {failure.kind === 'offline' ? 'This list needs internet: the server keeps it.' : `${failure.error.message}.`}
      </p>
      <Button className={css.open} onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}
