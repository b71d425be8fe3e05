import { Button } from '@fluentui/react-components';
import { Timer20Regular } from '@fluentui/react-icons';
import { whyNot } from '../../api/why-not.ts';
import { useOnline } from '../../lib/use-online.ts';
import { clockWords } from './use-countdown.ts';
import own from './VerifyScreen.module.css';

interface SendAgainProps {
  /** Seconds until the next one may be asked for. */
  left: number;
  /** The element that says why it cannot be asked for without a network. */
  whyId: string;
  onSend: () => void;
}

/** Another code, once the one before has had time to arrive. */
export function SendAgain({ left, whyId, onSend }: SendAgainProps) {
  const why = whyNot('sign_in', useOnline());
  if (left > 0)
    return (
      <p className={own.wait}>
        <Timer20Regular aria-hidden="true" />
        Send a new code in {clockWords(left)}
      </p>
    );
  return (
    <Button appearance="transparent" aria-describedby={whyId} disabledFocusable={why !== null} onClick={onSend}>
      Send a new code
    </Button>
  );
}
