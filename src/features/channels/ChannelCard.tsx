import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import { CheckmarkCircle16Regular, Clock16Regular, ErrorCircle16Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { Channel } from '../../../contract/channels.ts';
import { whyNot } from '../../api/why-not.ts';
import { links } from '../../routes.ts';
import { useIsOnline } from '../../sync/client.ts';
import { classes } from '../../ui/classes.ts';
import css from './channels.module.css';
import { reasonWords, stateWord } from './words.ts';

interface Props {
  channel: Channel;
  onRemove: () => void;
}

/** One number: what it is called, how it stands, and by which details it was entered. */
export function ChannelCard({ channel, onRemove }: Props) {
  const [, navigate] = useLocation();
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();
  const titleId = useId();
  const { status, status_reason: reason } = channel;
  const isRight = reason === 'not_in_service' || status === 'connected';
  const tone = status === 'error' ? 'bad' : isRight ? 'good' : 'calm';
  return (
    <li className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{channel.name}</h2>
        <span className={classes(css.state, css[tone])}>
          {marks[tone]}
          {stateWord(channel)}
        </span>
      </div>
      <p aria-live="polite">{reason && reasonWords[reason]}</p>
      <dl className={css.facts}>
        <Fact word="Number" value={channel.display_phone_number} />
        <Fact word="Phone number ID" value={channel.phone_no_id} />
        <Fact word="WhatsApp Business Account ID" value={channel.waba_id} />
        <Fact word="Token" value={channel.token_last4 === '' ? 'Kept' : `Kept, ends with ${channel.token_last4}`} />
      </dl>
      <p id={whyId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className={css.buttons}>
        {status === 'error' && (
          <Button size="large" appearance="primary" onClick={() => navigate(links.channel('whatsapp', channel.id))}>
            Enter the details again
          </Button>
        )}
        <Button size="large" aria-describedby={whyId} disabledFocusable={why !== null} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

const marks = {
  bad: <ErrorCircle16Regular />,
  good: <CheckmarkCircle16Regular />,
  calm: <Clock16Regular />,
};

function Fact({ word, value }: { word: string; value: string | null }) {
  if (value === null) return null;
  return (
    <div>
      <dt>{word}</dt>
      <dd>{value}</dd>
    </div>
  );
}
