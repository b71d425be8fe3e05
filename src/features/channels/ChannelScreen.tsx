import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { Link, useParams, useSearch } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { links } from '../../routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { useChannels } from './use-channels.ts';
import { WhatsappForm } from './WhatsappForm.tsx';

/** Sets up a channel. WhatsApp is the only type that can be added (specification, section 5). */
export function ChannelScreen() {
  const { channelType } = useParams();
  const again = new URLSearchParams(useSearch()).get('again');
  const isKnown = channelType === 'whatsapp';
  return (
    <Page title={isKnown ? 'WhatsApp' : 'Channel'} breadcrumb={[{ label: 'Channels', to: links.channels() }]}>
      {!isKnown && (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          tone="bad"
          title={fixedTexts.typeNotSupported}
          actions={<Link href={links.channels()}>Go to the channels</Link>}
        />
      )}
      {isKnown && (again === null ? <WhatsappForm /> : <Again id={again} />)}
    </Page>
  );
}

/** What is known of the number stands in the form already. */
function Again({ id }: { id: string }) {
  const { answer } = useChannels();
  if (answer === null) return <SkeletonRows rows={3} label="Loading the details" />;
  return <WhatsappForm former={answer.ok ? answer.data.find((one) => one.id === id) : undefined} />;
}
