import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import { CheckmarkCircle16Regular, Clock16Regular, ErrorCircle16Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { Channel } from '../../../contract/channels/calls.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../routes.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { classes } from '../../ui/classes.ts';
import { useMinute } from '../../ui/use-minute.ts';
import css from './channels.module.css';
import { reasonLabels, stateLabel } from './labels.ts';

interface Props {
  channel: Channel;
  /** Nothing can be done about it now; the element with this id says why. */
  isStill: boolean;
  whyId: string;
  onRemove: () => void;
}

/** One number: what it is called, how it stands, and by which details it was entered. */
export function ChannelCard({ channel, isStill, whyId, onRemove }: Props) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const [, navigate] = useLocation();
  const titleId = useId();
  const { name, status, status_reason: reason, checked_at: checkedAt, last_error_code: code } = channel;
  const isRight = reason === 'not_in_service' || status === 'connected';
  const tone = status === 'error' ? 'bad' : isRight ? 'good' : 'calm';
  const at = checkedAt && `${shortDate(checkedAt, timezone, now)} at ${timeOf(checkedAt, timezone)}`;
  return (
    <li className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{name}</h2>
        <span className={classes(css.state, css[tone])}>
          {marks[tone]}
          {stateLabel(channel)}
        </span>
      </div>
      <p aria-live="polite">{reason && reasonLabels[reason]}</p>
      <dl className={css.facts}>
        <Fact word="Number" value={channel.display_phone_number} />
        <Fact word="Phone number ID" value={channel.phone_no_id} />
        <Fact word="WhatsApp Business Account ID" value={channel.waba_id} />
        <Fact word="Token" value={channel.token_last4 === '' ? 'Kept' : `Kept, ends with ${channel.token_last4}`} />
        <Fact word="WhatsApp last answered" value={at} />
        <Fact word="Meta’s code" value={status === 'error' ? code : null} />
      </dl>
      <div className={css.buttons}>
        <Button
          size="large"
          appearance={status === 'error' ? 'primary' : 'secondary'}
          aria-label={`Enter the details again: ${name}`}
          onClick={() => navigate(links.channel('whatsapp', channel.id))}
        >
          Enter the details again
        </Button>
        <Button
          size="large"
          aria-label={`Remove ${name}`}
          aria-describedby={whyId}
          disabledFocusable={isStill}
          onClick={onRemove}
        >
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
