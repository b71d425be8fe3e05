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
import type { Channel } from '../../../contract/channels/calls.ts';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TestServicesBanner } from '../../ui/TestServicesBanner.tsx';
import { showToast } from '../../ui/toast.ts';
import { ChannelList } from './ChannelList.tsx';
import { DeliveryPartnerCard } from './DeliveryPartnerCard.tsx';
import { removeChannel, renewCalendar, setChannelStatus } from './requests.ts';
import { useChannels } from './use-channels.ts';
import { failureMessage, removalText } from './labels.ts';

const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The channels over which customers write to the restaurant, besides its website. They exist on the server only. */
export function ChannelsScreen() {
  const { answer, ask } = useChannels();
  const [, navigate] = useLocation();
  const [removing, setRemoving] = useState<Channel | null>(null);
  const channels = answer?.ok ? answer.data : null;
  const again = <Button onClick={ask}>Try again</Button>;
  const hasCalendar = channels?.some(({ type }) => type === 'google_calendar');
  const enter = (
    <>
      {!hasCalendar && (
        <Button icon={<CalendarAdd20Regular />} onClick={() => navigate(links.channel('google-calendar'))}>
          Connect Google Calendar
        </Button>
      )}
      <Button appearance="primary" icon={<Add20Regular />} onClick={() => navigate(links.channel('whatsapp'))}>
        Add WhatsApp
      </Button>
    </>
  );

  async function setStatus(channel: Channel, status: 'connected' | 'paused') {
    const result = await setChannelStatus(channel.id, status);
    if (result.ok) showToast({ title: `${channel.name} is ${status === 'paused' ? 'paused' : 'working again'}` });
    else showToast({ title: `${channel.name} was not changed`, detail: failureMessage(result) });
    ask();
  }

  async function renew({ id, name }: Channel) {
    const result = await renewCalendar(id);
    if (!result.ok) showToast({ title: 'The access was not renewed', detail: failureMessage(result) });
    else if (result.data.needs_reauthorization)
      showToast({ title: `${name} is disconnected`, detail: 'Google no longer accepts the access. Connect it again.' });
    else showToast({ title: `${name} works` });
    ask();
  }

  async function removeOne({ id, name }: Channel) {
    const result = await removeChannel(id);
    // A 404 means that somebody else removed it first.
    if (result.ok || result.status === 404)
      showToast({ title: `${name} is removed`, detail: 'Its access is deleted.' });
    else
      showToast({
        title: result.kind === 'offline' ? `No answer about ${name}` : `${name} is not removed`,
        detail: failureMessage(result),
      });
    ask();
  }

  return (
    <Page title="Channels" actions={channels && channels.length > 0 ? enter : null}>
      {channels?.some(({ is_double }) => is_double) && (
        <TestServicesBanner meaning="messages and events reach nobody outside" />
      )}
      {answer === null && <SkeletonRows rows={2} rowHeight={96} label="Loading channels" />}
      {channels?.length === 0 && (
        <EmptyState icon={<PlugDisconnected20Regular />} title="No channel yet" actions={enter}>
          Customers can write through your website. Add a WhatsApp number to answer them there, too, or a Google
          Calendar to see reservations in it.
        </EmptyState>
      )}
      {channels && channels.length > 0 && (
        <ChannelList
          channels={channels}
          onRemove={setRemoving}
          onSetStatus={(channel, status) => void setStatus(channel, status)}
          onRenew={(channel) => void renew(channel)}
        />
      )}
      {answer?.ok === false && answer.kind === 'offline' && (
        <EmptyState icon={<CloudOff20Regular />} tone="warn" title="Channels need a network" actions={again}>
          The server keeps them, because of their tokens. Orders and chats are on this device.
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
            keepWords="Keep it"
            doWords={`Remove ${removing.name}`}
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
