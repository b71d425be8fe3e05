import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  CloudOff20Regular,
  ErrorCircle20Regular,
  PlugDisconnected20Regular,
} from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { Channel } from '../../../contract/channels/calls.ts';
import { links } from '../../routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { showToast } from '../../ui/toast.ts';
import { ChannelList } from './ChannelList.tsx';
import { removeChannel } from './requests.ts';
import { useChannels } from './use-channels.ts';
import { failureMessage } from './labels.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The ways on which customers write to the restaurant, besides its own page. They are kept by the server alone. */
export function ChannelsScreen() {
  const { answer, ask } = useChannels();
  const [, navigate] = useLocation();
  const [removing, setRemoving] = useState<Channel | null>(null);
  const channels = answer?.ok ? answer.data : null;
  const again = <Button onClick={ask}>Try again</Button>;
  const enter = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => navigate(links.channel('whatsapp'))}>
      Add WhatsApp
    </Button>
  );

  async function removeOne({ id, name }: Channel) {
    const result = await removeChannel(id);
    // Somebody else was quicker: it is gone as well.
    if (result.ok || result.status === 404) showToast({ title: `${name} is removed`, detail: 'Its token is deleted.' });
    else
      showToast({
        title: result.kind === 'offline' ? `No answer about ${name}` : `${name} is not removed`,
        detail: failureMessage(result),
      });
    ask();
  }

  return (
    <Page title="Channels" actions={channels && channels.length > 0 ? enter : null}>
      {answer === null && <SkeletonRows rows={2} rowHeight={96} label="Loading channels" />}
      {channels?.length === 0 && (
        <EmptyState icon={<PlugDisconnected20Regular />} title="No channel yet" actions={enter}>
          Customers can write through a website that you have connected. Enter the details of a WhatsApp number to have
          them checked.
        </EmptyState>
      )}
      {channels && channels.length > 0 && <ChannelList channels={channels} onRemove={setRemoving} />}
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
      {removing && (
        <Suspense>
          <ConfirmDialog
            title={`Remove ${removing.name}?`}
            keepWords="Keep it"
            doWords={`Remove ${removing.name}`}
            onDo={() => void removeOne(removing)}
            onClose={() => setRemoving(null)}
          >
            Galley deletes its token. To use the number again, enter its details anew. At WhatsApp nothing changes.
          </ConfirmDialog>
        </Suspense>
      )}
    </Page>
  );
}
