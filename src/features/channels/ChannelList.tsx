import { useId } from 'react';
import type { Channel } from '../../../contract/channels/calls.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { ChannelCard, type ChannelActions } from './ChannelCard.tsx';
import css from './channels.module.css';

interface Props extends ChannelActions {
  channels: Channel[];
}

/** The channels, with one explanation for all when their actions are disabled. */
export function ChannelList({ channels, ...actions }: Props) {
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();
  return (
    <>
      <p id={whyId} className={css.why} aria-live="polite">
        {why}
      </p>
      <ul className={`g-stack g-gap-16 ${css.list}`}>
        {channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} isStill={why !== null} whyId={whyId} {...actions} />
        ))}
      </ul>
    </>
  );
}
