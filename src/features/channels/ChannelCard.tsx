import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import {
  CheckmarkCircle16Regular,
  Clock16Regular,
  ErrorCircle16Regular,
  PauseCircle16Regular,
} from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { Channel } from '../../../contract/channels/calls.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { classes } from '../../ui/classes.ts';
import { useMinute } from '../../ui/use-minute.ts';
import css from './channels.module.css';
import { describeChannel, qualityLabel, stateLabel } from './labels.ts';
import { TemplateList } from './TemplateList.tsx';

export interface ChannelActions {
  onRemove: (channel: Channel) => void;
  onSetStatus: (channel: Channel, status: 'connected' | 'paused') => void;
  onRenew: (channel: Channel) => void;
}

interface Props extends ChannelActions {
  channel: Channel;
  /** Its actions are disabled, besides pausing; the element with the id `whyId` says why. */
  isStill: boolean;
  whyId: string;
}

/** One channel: its state and health, what was entered, and what can be done. */
export function ChannelCard({ channel, isStill, whyId, onRemove, onSetStatus, onRenew }: Props) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const [, navigate] = useLocation();
  const titleId = useId();
  const { type, name, status, status_reason: reason, templates } = channel;
  const isCalendar = type === 'google_calendar';
  const isRight = reason === 'not_in_service' || status === 'connected';
  const tone = status === 'error' ? 'bad' : status === 'paused' ? 'paused' : isRight ? 'good' : 'calm';
  const at = (instant: string | null | undefined) =>
    instant ? `${shortDate(instant, timezone, now)} at ${timeOf(instant, timezone)}` : null;
  /** `isWaiting`: without a network it waits on the device. */
  const action = (label: string, onClick: () => void, { isWaiting = false, isMain = false } = {}) => (
    <Button
      appearance={isMain ? 'primary' : 'secondary'}
      aria-label={`${label} ${name}`}
      aria-describedby={whyId}
      disabledFocusable={isStill && !isWaiting}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const setUp = isCalendar ? 'Connect again' : 'Enter the details again';
  return (
    <li className={`g-group ${css.card}`} aria-labelledby={titleId}>
      <div className={`g-row g-wrap ${css.head}`}>
        <h2 className="g-group-title g-narrow g-break" id={titleId}>
          {name}
        </h2>
        <span className={classes('g-inline g-gap-4 g-strong g-size-13', tones[tone])}>
          {marks[tone]}
          {stateLabel(channel)}
        </span>
      </div>
      <p aria-live="polite">{describeChannel(channel)}</p>
      <dl className={`g-grid ${css.facts}`}>
        <Fact word="Account" value={channel.account_email} />
        <Fact word="Number" value={channel.display_phone_number} />
        <Fact word="Quality" value={qualityLabel(channel.quality_rating)} />
        <Fact
          word={isCalendar ? 'Last change' : 'Last message or delivery'}
          value={at(channel.last_event_at) ?? 'None yet'}
        />
        <Fact word="Last error" value={at(channel.last_error_at)} />
        <Fact word="Code of the last error" value={channel.last_error_code} />
        <Fact word="Last check" value={at(channel.checked_at)} />
        <Fact word="Phone number ID" value={channel.phone_no_id} />
        <Fact word="WhatsApp Business Account ID" value={channel.waba_id} />
        <Fact
          word="Token"
          value={isCalendar ? null : channel.token_last4 === '' ? 'Kept' : `Kept, ends with ${channel.token_last4}`}
        />
      </dl>
      {!isCalendar && status !== 'pending' && <TemplateList templates={templates} />}
      <div className="g-flex g-wrap g-gap-12">
        {status === 'connected' && action('Pause', () => onSetStatus(channel, 'paused'), { isWaiting: true })}
        {status === 'paused' &&
          action('Resume', () => onSetStatus(channel, 'connected'), { isWaiting: true, isMain: true })}
        {isCalendar && status !== 'error' && action('Renew access', () => onRenew(channel))}
        <Button
          appearance={status === 'error' ? 'primary' : 'secondary'}
          aria-label={`${setUp}: ${name}`}
          onClick={() =>
            navigate(isCalendar ? links.channel('google-calendar') : links.channel('whatsapp', channel.id))
          }
        >
          {setUp}
        </Button>
        {action('Remove', () => onRemove(channel))}
      </div>
    </li>
  );
}

const tones = { bad: css.bad, good: css.good, calm: css.calm, paused: css.calm };
const marks: Record<keyof typeof tones, ReactNode> = {
  bad: <ErrorCircle16Regular />,
  good: <CheckmarkCircle16Regular />,
  calm: <Clock16Regular />,
  paused: <PauseCircle16Regular />,
};

function Fact({ word, value }: { word: string; value: string | null | undefined }) {
  if (value == null) return null;
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
