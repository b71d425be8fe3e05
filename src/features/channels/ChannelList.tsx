import { useId } from 'react';
import type { Channel } from '../../../contract/channels/calls.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { ChannelCard } from './ChannelCard.tsx';
import css from './channels.module.css';

interface Props {
  channels: Channel[];
  onRemove: (channel: Channel) => void;
}

/** The channels, and once for all of them why nothing can be done about them now. */
export function ChannelList({ channels, onRemove }: Props) {
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();
  return (
    <>
      <p id={whyId} className={css.why} aria-live="polite">
        {why}
      </p>
      <ul className={css.list}>
        {channels.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            isStill={why !== null}
            whyId={whyId}
            onRemove={() => onRemove(channel)}
          />
        ))}
      </ul>
    </>
  );
}
