import { Button, Spinner } from '@fluentui/react-components';
import {
  CheckmarkCircle24Regular,
  CloudOff24Regular,
  ErrorCircle24Regular,
  Info24Regular,
  Warning24Regular,
} from '@fluentui/react-icons';
import { useSearch } from 'wouter';
import { useOnline } from '../../lib/use-online.ts';
import { classes } from '../../ui/classes.ts';
import { PlainPage } from '../../ui/page/PlainPage.tsx';
import styles from './ResultScreen.module.css';
import { usePayment } from './use-payment.ts';
import { resultMessages, type ResultMessages } from './messages.ts';

/** Where a payment provider sends its customer back to. Only the reference of the query is used; the server says what happened. */
export const SuccessScreen = () => <ResultPage isFailurePage={false} />;
export const FailureScreen = () => <ResultPage isFailurePage />;

function ResultPage({ isFailurePage }: { isFailurePage: boolean }) {
  const reference = new URLSearchParams(useSearch()).get('reference')?.trim() || null;
  const isOnline = useOnline();
  const { sight, lookAgain } = usePayment(reference);
  const words = resultMessages({ isFailurePage, hasReference: reference !== null, isOnline, sight });
  const isOver = sight !== null && 'isOver' in sight && sight.isOver;
  return (
    <PlainPage title={words.title}>
      {/* The heading changes with the answer, so it is announced too. */}
      <div className={`g-flex g-start g-gap-16 g-surface g-round-16 g-edge ${styles.result}`} role="status">
        <Picture tone={words.tone} />
        <div className="g-stack g-narrow g-gap-8 g-break">
          <p className="g-ink">{words.text}</p>
          {words.next && <p>{words.next}</p>}
        </div>
      </div>
      {isOver && (
        <div>
          <Button appearance="primary" onClick={lookAgain}>
            Look again
          </Button>
        </div>
      )}
    </PlainPage>
  );
}

const pictures = {
  ok: CheckmarkCircle24Regular,
  calm: Info24Regular,
  warn: Warning24Regular,
  offline: CloudOff24Regular,
  bad: ErrorCircle24Regular,
};

const tones = {
  ok: 'g-tone-ok',
  calm: 'g-tone-info',
  warn: 'g-tone-warn',
  offline: 'g-tone-warn',
  bad: 'g-tone-bad',
};

function Picture({ tone }: { tone: ResultMessages['tone'] }) {
  if (tone === 'busy') return <Spinner size="small" className={styles.picture} aria-hidden="true" />;
  const Icon = pictures[tone];
  return (
    <span className={classes('g-center g-rigid g-box-48 g-round-12', tones[tone])} aria-hidden="true">
      <Icon />
    </span>
  );
}
