import { useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons';
import { sendNow } from '../../sync/runtime/client.ts';

/** Asks the sync worker to try at once instead of waiting for its next attempt. */
export function SendNow({ isOffline, waiting }: { isOffline: boolean; waiting: number }) {
  const [isSending, setIsSending] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const send = () => {
    setIsSending(true);
    setWords(null);
    sendNow()
      .then((result) => setWords(result.kind === 'drained' ? 'All sent' : `${result.n} still waiting`))
      .catch(() => setWords('Not sent: the local database does not answer'))
      .finally(() => setIsSending(false));
  };
  return (
    <>
      <Button
        icon={isSending ? <Spinner size="tiny" /> : <ArrowSync20Regular />}
        disabled={isOffline || isSending || waiting === 0}
        aria-describedby="send-now-words"
        onClick={send}
      >
        Send now
      </Button>
      <span id="send-now-words" aria-live="polite">
        {isOffline ? 'needs internet' : isSending ? 'Sending' : (words ?? (waiting === 0 ? 'nothing to send' : ''))}
      </span>
    </>
  );
}
