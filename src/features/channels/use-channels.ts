import { useMemo } from 'react';
import * as z from 'zod/mini';
import { Channel } from '../../../contract/channels/calls.ts';
import type { Result } from '../../api/send.ts';
import { useReadAgain, useServerData } from '../../api/use-server-data.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { readChannels } from './requests.ts';

const LOOK_EVERY_MS = 2_000;

export interface Channels {
  /** Null before the first request. */
  answer: Result<Channel[]> | null;
  /** The server's channels, or the last ones that this device kept, with what it has paused or resumed. Null: neither. */
  channels: Channel[] | null;
  /** When kept channels were fresh, ISO; null: they are of now. */
  keptAt: string | null;
  ask: () => void;
}

/** The channels on the server, read again while one of them is being checked. */
export function useChannels(): Channels {
  const { answer, ask } = useServerData(readChannels);
  useReadAgain(answer?.ok === true && answer.data.some(isOpen), ask, LOOK_EVERY_MS);
  const restaurant = useRestaurant();
  const fresh = answer?.ok ? answer.data : null;
  // Nothing of a token is kept on the device.
  const bare = useMemo(() => fresh?.map((channel) => ({ ...channel, token_last4: '' })) ?? null, [fresh]);
  const kept = useKept(`channels.${restaurant?.id}`, bare, check);
  const list = fresh ?? kept?.data ?? null;
  const paused = restaurant?.settings?.paused_channel_ids;
  return {
    answer,
    channels: list && paused ? list.map((channel) => withPause(channel, paused.includes(channel.id))) : list,
    keptAt: fresh ? null : (kept?.at ?? null),
    ask,
  };
}

const check = (kept: unknown) => z.safeParse(z.array(Channel), kept).data ?? null;

const withPause = (channel: Channel, isPaused: boolean): Channel =>
  channel.status === 'connected' || channel.status === 'paused'
    ? { ...channel, status: isPaused ? 'paused' : 'connected' }
    : channel;

const isOpen = ({ status_reason: reason }: Channel) => reason === 'checking' || reason === 'not_reached';
