import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, PlugDisconnected20Regular } from '@fluentui/react-icons';
import { Link, useParams, useSearch } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { CalendarSetup } from './CalendarSetup.tsx';
import { useChannels } from './use-channels.ts';
import { WhatsappForm } from './WhatsappForm.tsx';

const titles: Record<string, string> = { whatsapp: 'WhatsApp', 'google-calendar': 'Google Calendar' };

/** Sets up a channel: details of a number, or Google's consent. */
export function ChannelScreen() {
  const { channelType } = useParams();
  const again = new URLSearchParams(useSearch()).get('again');
  const title = titles[channelType ?? ''];
  return (
    <Page title={title ?? 'Channel'} breadcrumb={[{ label: 'Channels', to: links.channels() }]}>
      {title === undefined && (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          tone="bad"
          title={fixedTexts.typeNotSupported}
          actions={<Link href={links.channels()}>Go to the channels</Link>}
        />
      )}
      {channelType === 'whatsapp' && (again === null ? <WhatsappForm /> : <Again id={again} />)}
      {channelType === 'google-calendar' && <CalendarSetup />}
    </Page>
  );
}

/** Prefills the form with the known details of the number. */
function Again({ id }: { id: string }) {
  const { answer, ask } = useChannels();
  const former = answer?.ok ? answer.data.find((one) => one.id === id && one.type === 'whatsapp') : undefined;
  if (answer === null) return <SkeletonRows rows={3} label="Loading the details" />;
  if (former) return <WhatsappForm former={former} />;
  if (answer.ok)
    return (
      <EmptyState
        icon={<PlugDisconnected20Regular />}
        title="This channel is gone"
        actions={<Link href={links.channels()}>Go to the channels</Link>}
      >
        It was removed meanwhile.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<CloudOff20Regular />}
      tone="warn"
      title="The details could not be read"
      actions={<Button onClick={ask}>Try again</Button>}
    >
      The server keeps them. Nothing is lost.
    </EmptyState>
  );
}
