import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import { ESCALATE_AFTER_MS } from '../../../contract/limits.ts';
import { matchRoute } from '../../../contract/routes.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { setBell, type Sound } from '../../session/bell.ts';
import { deviceId } from '../../session/device-id.ts';
import { session, useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { useFloor } from '../../ui/use-floor.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { isWaiting } from './attention.ts';
import { acknowledge } from './mutations.ts';
import { pendingOrders } from './queries.ts';
import css from './ringer.module.css';
import { ringingOf, type Ringing } from './ringing.ts';
import { onServerOffset, serverNow } from '../../lib/server-now.ts';
import { links } from '../../links.ts';
import { isUnlocked, onUnlock, play, unlock } from './sounds.ts';

const URGENT_REPEAT_MS = 2_500;
const URGENT_VOLUME = 1;

/**
 * Rings on this device, in one tab at a time, for unanswered orders, and announces them to screen readers. When nobody has
 * acknowledged them for too long, it frames the list of orders and the kitchen view without moving or covering anything. On other
 * screens, as on the page of another order, only the bell shows it.
 */
export function Ringer() {
  const orders = useRows('orders', pendingOrders, []);
  const { bell } = useSession();
  const { ids, isUrgent } = useRinging(orders ?? []);
  const isMuted = useMuted();
  const sound = useSound(isMuted);
  const mayRing = useFloor('galley:bell', sound === 'on');
  const isRinging = ids.length > 0;

  const [pathname] = useLocation();

  useSeenOnItsPage(ids);

  const unanswered = (orders ?? []).filter(isWaiting).length;
  const ringingIds = ids.join(' ');
  useEffect(() => {
    const touch = () => {
      if (ringingIds !== '') silence(ringingIds.split(' '));
      else if (sound !== 'locked') hear();
    };
    setBell({ sound, isRinging, isUrgent, unanswered, touch });
  }, [sound, isRinging, isUrgent, unanswered, ringingIds]);

  useEffect(() => {
    if (!isRinging || !mayRing) return;
    const strike = () => {
      play(isUrgent ? 'loud' : bell.sound, isUrgent ? URGENT_VOLUME : bell.volume / 100);
      navigator.vibrate?.([200, 100, 200]);
    };
    strike();
    if (!isUrgent && bell.repeatSeconds === 0) return;
    const timer = setInterval(strike, isUrgent ? URGENT_REPEAT_MS : bell.repeatSeconds * 1000);
    return () => clearInterval(timer);
  }, [isRinging, isUrgent, mayRing, bell.sound, bell.volume, bell.repeatSeconds]);

  return (
    <>
      <p className="g-hidden" aria-live={isUrgent ? 'assertive' : 'polite'}>
        {isRinging && `${ids.length === 1 ? '1 new order waits' : `${ids.length} new orders wait`} for an answer`}
      </p>
      {isUrgent && pathname === links.orders() && <div className={`g-fixed ${css.alarm}`} aria-hidden="true" />}
    </>
  );
}

/** Stops ringing on this device and tells the others that somebody has acknowledged the orders. */
function silence(ids: string[]): void {
  for (const id of ids) mutate(acknowledge, { path: { id }, body: { device_id: deviceId() } });
}

function hear(): void {
  session.bell.mutedOn = null;
  play(session.bell.sound, session.bell.volume / 100);
}

/** Opening an order's page acknowledges it. Offline it does nothing, because nobody else would hear of it. */
function useSeenOnItsPage(ids: string[]): void {
  const [pathname] = useLocation();
  const { orderId } = matchRoute(pathname)?.params ?? {};
  const isOnline = useSyncState()?.gate === 'open';
  const isHere = orderId !== undefined && ids.includes(orderId) && isOnline;
  useEffect(() => {
    if (isHere && document.visibilityState === 'visible')
      mutate(acknowledge, { path: { id: orderId }, body: { device_id: deviceId() } });
  }, [isHere, orderId]);
}

/** Evaluated again when an order changes, and when time alone may change it. */
function useRinging(orders: Mirrored<'orders'>[]): Ringing {
  const [openedAt] = useState(serverNow);
  const [now, setNow] = useState(openedAt);
  const seconds = useRestaurant()?.settings?.notifications.escalate_after_seconds;
  const urgentAfterMs = seconds === undefined ? ESCALATE_AFTER_MS : seconds * 1000;
  const ringing = ringingOf(orders, { deviceId: deviceId(), now, openedAt, urgentAfterMs });
  const { changesAt } = ringing;
  useEffect(() => {
    const look = () => setNow(serverNow());
    const leave = onServerOffset(look);
    // A tablet that slept evaluates as soon as it wakes.
    document.addEventListener('visibilitychange', look);
    const timer = changesAt === null ? undefined : setTimeout(look, Math.max(0, changesAt - serverNow()));
    return () => {
      leave();
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
    };
  }, [changesAt, now]);
  return ringing;
}

/** Muted by hand until the business day ends. */
export function useMuted(): boolean {
  const restaurant = useRestaurant();
  const { mutedOn } = useSession().bell;
  const now = useMinute();
  if (!restaurant || mutedOn === null) return false;
  return mutedOn === businessDay(new Date(now), restaurant.timezone, restaurant.business_day_cutoff_time);
}

const touches = ['pointerdown', 'pointerup', 'keydown'] as const;

/** Browsers allow no sound before a tap, and may suspend it while the page is hidden. */
function useSound(isMuted: boolean): Sound {
  const isOpen = useSyncExternalStore(onUnlock, isUnlocked);
  useEffect(() => {
    const start = () => {
      if (!isUnlocked()) unlock().catch((error: unknown) => console.warn('The bell cannot sound', error));
    };
    const open = () => {
      // A touch counts when it ends, a mouse press when it begins. Asking without user activation logs a warning.
      if (navigator.userActivation?.isActive !== false) start();
    };
    const wake = () => {
      if (document.visibilityState === 'visible' && navigator.userActivation?.hasBeenActive) start();
    };
    // A page that was used before may play sound at once.
    wake();
    for (const touch of touches) window.addEventListener(touch, open);
    document.addEventListener('visibilitychange', wake);
    return () => {
      for (const touch of touches) window.removeEventListener(touch, open);
      document.removeEventListener('visibilitychange', wake);
    };
  }, []);
  return isMuted ? 'off' : isOpen ? 'on' : 'locked';
}
