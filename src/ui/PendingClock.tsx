import { Clock20Regular } from '@fluentui/react-icons';
import css from './PendingClock.module.css';

/** The clock icon beside what is not sent yet. */
export function PendingClock() {
  return (
    <span className={`g-rigid g-info ${css.clock}`} role="img" aria-label="Not sent yet" title="Not sent yet">
      <Clock20Regular />
    </span>
  );
}
