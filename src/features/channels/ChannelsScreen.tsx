import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  CalendarAdd20Regular,
  CloudOff20Regular,
  ErrorCircle20Regular,
  PlugDisconnected20Regular,
} from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import { ActionButton } from '../../components/ActionButton.tsx';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import type { Channel } from '../../../contract/channels/calls.ts';
import { mutate } from '../../data/mutate.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { TestServicesBanner } from '../../ui/page/TestServicesBanner.tsx';
import { showRefused, showToast } from '../../ui/page/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import css from './channels.module.css';
import { ChannelList } from './ChannelList.tsx';
import { DeliveryPartnerCard } from './DeliveryPartnerCard.tsx';
import { setStatus as setStatusOffline } from './mutations.ts';
import { removeChannel, renewCalendar } from './requests.ts';
import { useChannels } from './use-channels.ts';
import { failureText } from '../../api/failure-text.ts';
import { removalText, whyFailed } from './labels.ts';

const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The channels over which customers write to the restaurant, besides its website. They exist on the server only. */
export function ChannelsScreen() {
  const { answer, channels, keptAt, ask } = useChannels();
  const restaurant = useRestaurant();
  const now = useMinute();
  const [, navigate] = useLocation();
  const [removing, setRemoving] = useState<Channel | null>(null);
  const again = <Button onClick={ask}>Try again</Button>;
  const hasCalendar = channels?.some(({ type }) => type === 'google_calendar');
  const addCalendar = {
    label: 'Add calendar',
    icon: <CalendarAdd20Regular />,
    onDo: () => navigate(links.channel('google-calendar')),
  };
  const addWhatsApp = {
    label: 'Add WhatsApp',
    icon: <Add20Regular />,
    onDo: () => navigate(links.channel('whatsapp')),
  };

  function setStatus({ id, name }: Channel, status: 'connected' | 'paused') {
    if (!restaurant) return;
    mutate(setStatusOffline, { path: { id }, body: { restaurant_id: restaurant.id, status } });
    showToast({ title: `${name} is ${status === 'paused' ? 'paused' : 'working again'}` });
  }

  async function renew({ id, name }: Channel) {
    const result = await renewCalendar(id);
    if (!result.ok) showRefused('The access was not renewed', failureText(result, whyFailed));
    else if (result.data.needs_reauthorization)
      showRefused(`${name} is disconnected`, 'Google no longer accepts the access. Connect it again.');
    else showToast({ title: `${name} works` });
    ask();
  }

  async function removeOne({ id, name }: Channel) {
    const result = await removeChannel(id);
    // A 404 means that somebody else removed it first.
    if (result.ok || result.status === 404)
      showToast({ title: `${name} is removed`, detail: 'Its access is deleted.' });
    else
      showRefused(
        result.kind === 'offline' ? `No answer about ${name}` : `${name} is not removed`,
        failureText(result, whyFailed),
      );
    ask();
  }

  return (
    <Page
      title="Channels"
      actions={
        channels && channels.length > 0 ? (
          <HeaderActions main={addWhatsApp} more={hasCalendar ? [] : [addCalendar]} />
        ) : null
      }
    >
      {channels?.some(({ is_double }) => is_double) && (
        <div className={css.banner}>
          <TestServicesBanner meaning="messages and events reach nobody outside" />
        </div>
      )}
      {answer === null && !channels && <SkeletonRows rows={2} rowHeight={96} label="Loading channels" />}
      {channels && keptAt && answer && restaurant && (
        <p className="g-soft">
          {`You are offline. Pausing works; the rest is as of ${shortDate(keptAt, restaurant.timezone, now)}, ${timeOf(keptAt, restaurant.timezone)}.`}
        </p>
      )}
      {channels?.length === 0 && (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          title="No channel yet"
          actions={
            <>
              <ActionButton action={addCalendar} />
              <ActionButton action={addWhatsApp} isMain />
            </>
          }
        >
          Customers can write through your website. Add a WhatsApp number to answer them there, too, or a Google
          Calendar to see reservations in it.
        </EmptyState>
      )}
      {channels && channels.length > 0 && (
        <ChannelList
          channels={channels}
          onRemove={setRemoving}
          onSetStatus={setStatus}
          onRenew={(channel) => void renew(channel)}
        />
      )}
      {!channels && answer?.ok === false && answer.kind === 'offline' && (
        <EmptyState
          icon={<CloudOff20Regular />}
          tone="warn"
          title="Channels are not on this device yet"
          actions={again}
        >
          Go online once to load them. Orders and chats are on this device.
        </EmptyState>
      )}
      {answer?.ok === false && answer.kind === 'refused' && (
        <EmptyState icon={<ErrorCircle20Regular />} tone="bad" title="The channels could not be read" actions={again}>
          Nothing is lost. {answer.error.request_id && `Reference ${answer.error.request_id}.`}
        </EmptyState>
      )}
      {channels && <DeliveryPartnerCard />}
      {removing && (
        <Suspense>
          <ConfirmDialog
            title={`Remove ${removing.name}?`}
            keepLabel="Keep it"
            submitLabel={`Remove ${removing.name}`}
            onDo={() => void removeOne(removing)}
            onClose={() => setRemoving(null)}
          >
            {removalText(removing)}
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  );
}
