import { Link, useParams, useSearch } from 'wouter';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { FinishCalendar } from './FinishCalendar.tsx';

/** Where Google returns to, with a code or with why there is none. */
export function CallbackScreen() {
  const { channelType } = useParams();
  const query = new URLSearchParams(useSearch());
  const [state, code] = [query.get('state'), query.get('code')];
  const isCalendar = channelType === 'google-calendar';
  return (
    <Page title={isCalendar ? 'Google Calendar' : 'Channel'} breadcrumb={[{ label: 'Channels', to: links.channels() }]}>
      {!isCalendar && (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          tone="bad"
          title={fixedTexts.typeNotSupported}
          actions={<Link href={links.channels()}>Go to the channels</Link>}
        >
          This service cannot be connected here. Nothing has changed. WhatsApp is connected with its token, under
          Channels.
        </EmptyState>
      )}
      {isCalendar && state && code && <FinishCalendar state={state} code={code} />}
      {isCalendar && !(state && code) && (
        <EmptyState
          icon={<PlugDisconnected20Regular />}
          tone="warn"
          title="The calendar is not connected"
          actions={<Link href={links.channel('google-calendar')}>Try again</Link>}
        >
          {query.get('error') === 'access_denied'
            ? 'Google did not give access, because you or somebody else declined. Nothing has changed.'
            : 'Google did not return what is needed. Nothing has changed.'}
        </EmptyState>
      )}
    </Page>
  );
}
