import { Clock20Regular, PlugDisconnected20Regular } from '@fluentui/react-icons';
import { Link, useParams } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/** Sets up a channel. WhatsApp is the only type that can be added (specification, section 5); its form has not come yet. */
export function ChannelScreen() {
  const { channelType } = useParams();
  return (
    <Page title="Channel">
      {channelType === 'whatsapp' ? (
        <EmptyState icon={<Clock20Regular />} title="Channel is not built yet." />
      ) : (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          tone="bad"
          title={fixedTexts.typeNotSupported}
          actions={<Link href="/restaurant/channels">Go to the channels</Link>}
        />
      )}
    </Page>
  );
}
