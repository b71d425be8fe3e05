import { useCallback, useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { Channel } from '../../../contract/channels/calls.ts';
import type { Result } from '../../api/send.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { readChannels } from './requests.ts';

const LOOK_EVERY_MS = 2_000;
/** How often the page polls for WhatsApp's answer. After that, the answer shows when the page is opened again. */
const LOOKS = 30;

export interface Channels {
  /** Null before the first request. */
  answer: Result<Channel[]> | null;
  /** The server's channels, or the last ones that this device kept, with what it has paused or resumed. Null: neither. */
  channels: Channel[] | null;
  /** When kept channels were fresh, ISO; null: they are of now. */
  keptAt: string | null;
  ask: () => void;
}

/** The channels on the server: fetched again when the network returns and while one of them is being checked. */
export function useChannels(): Channels {
  const isOnline = useIsOnline();
  const [answer, setAnswer] = useState<Result<Channel[]> | null>(null);
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((n) => n + 1), []);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isChecking = false;
    async function look(looks: number): Promise<void> {
      const found = await readChannels(stop.signal);
      if (stop.signal.aborted) return;
      // Keep the last good answer when a later request fails.
      setAnswer((before) => (found.ok || !before?.ok ? found : before));
      if (found.ok) isChecking = found.data.some(isOpen);
      if (isChecking && looks > 1) timer = setTimeout(() => void look(looks - 1).catch(tell), LOOK_EVERY_MS);
    }
    const tell = (error: unknown) => {
      // Leaving the page aborts the request; any other error is a bug.
      if (!stop.signal.aborted) throw error;
    };
    look(LOOKS).catch(tell);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [asked, isOnline]);

  const restaurant = useRestaurant();
  const fresh = answer?.ok ? answer.data : null;
  // Nothing of a token is kept on the device.
  const bare = useMemo(() => fresh?.map((channel) => ({ ...channel, token_last4: '' })) ?? null, [fresh]);
  const kept = useKept(`channels.${restaurant?.id}`, bare, check);
  const known = fresh ?? kept?.data ?? null;
  const paused = restaurant?.settings?.paused_channel_ids;
  return {
    answer,
    channels: known && paused ? known.map((channel) => withPause(channel, paused.includes(channel.id))) : known,
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
