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
import { PlainPage } from '../../ui/PlainPage.tsx';
import styles from './ResultScreen.module.css';
import { usePayment } from './use-payment.ts';
import { resultMessages, type ResultMessages } from './messages.ts';

/** Where a payment provider leads its customer back to. Of the query only the reference is read; the server says what became of it. */
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
      {/* The heading changes with the answer: here it is said aloud, too. */}
      <div className={styles.result} role="status">
        <Picture tone={words.tone} />
        <div className={styles.words}>
          <p className={styles.text}>{words.text}</p>
          {words.next && <p>{words.next}</p>}
        </div>
      </div>
      {isOver && (
        <div>
          <Button appearance="primary" size="large" onClick={lookAgain}>
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

function Picture({ tone }: { tone: ResultMessages['tone'] }) {
  if (tone === 'busy') return <Spinner size="small" className={styles.picture} aria-hidden="true" />;
  const Icon = pictures[tone];
  return (
    <span className={classes(styles.picture, styles[tone])} aria-hidden="true">
      <Icon />
    </span>
  );
}
