import { Button } from '@fluentui/react-components';
import { useId } from 'react';
import { readAgain, type Chatbot } from '../../../contract/chatbot/calls.ts';
import css from './chatbot.module.css';
import { readSourcesAgain } from './requests.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { useMinute } from '../../ui/use-minute.ts';
import type { ShownChatbot } from './use-chatbot.ts';
import { useAction } from '../../api/use-action.ts';

interface Props {
  shown: Pick<ShownChatbot, 'keptAt' | 'isUnread'> & { chatbot: Chatbot };
}

/** What the bot looks its answers up in. */
export function KnowledgeList({ shown: { chatbot, keptAt, isUnread } }: Props) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const isOnline = useIsOnline();
  const { knows, knowledge, website_url, file_upload_url } = chatbot;
  const { run, isBlocked, why, fault, stateId } = useAction(readAgain);
  const id = useId();
  const counts: [label: string, count: number][] = [
    ['Dishes on published menus', knows.dishes],
    ['Days with opening hours', knows.days_with_hours],
    ['Delivery areas', knows.delivery_areas],
    ['Questions and answers', knows.faqs],
    ['Passages of your website and file', knows.passages],
  ];
  return (
    <section className={`g-group ${css.card}`} aria-labelledby={id}>
      <h2 className="g-group-title" id={id}>
        What it knows
      </h2>
      {isUnread && !isOnline && <p className="g-soft">Go online once to see how much it can look up.</p>}
      {keptAt && (
        <p className="g-size-13 g-soft">{`As of ${shortDate(keptAt, timezone, now)}, ${timeOf(keptAt, timezone)}.`}</p>
      )}
      {!isUnread && (
        <dl className={css.counts}>
          {counts.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="g-size-13 g-soft">
        {chatbot.answered_by === 'model'
          ? 'A language model talks with guests and prepares their orders and reservations. Guests confirm them with a button. What it says is checked against your records.'
          : 'It answers from these records alone. What they do not say, it passes on to you.'}{' '}
        Allergens are quoted from the menu, never guessed.
      </p>
      {chatbot.model_usage && <p className="g-size-13 g-soft">{usageText(chatbot.model_usage)}</p>}
      {knowledge.map((source) => (
        <p
          key={source.source}
          className={source.status === 'failed' ? 'g-size-13 g-bad g-break' : 'g-size-13 g-soft g-break'}
        >
          {source.source === 'website' ? 'Website' : 'File'}:{' '}
          {source.status === 'failed' ? `${source.error}.` : `${source.title}, ${source.passages} passages.`}
        </p>
      ))}
      {(website_url || file_upload_url) && (
        <div className="g-stack g-gap-4">
          <div>
            <Button aria-describedby={stateId} disabledFocusable={isBlocked} onClick={() => void run(readSourcesAgain)}>
              Read again
            </Button>
          </div>
          <p id={stateId} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
            {fault || why || 'Website and file are read in the background. Open this page again to see the result.'}
          </p>
        </div>
      )}
    </section>
  );
}

function usageText({ tokens_today: used, tokens_max: max }: NonNullable<Chatbot['model_usage']>): string {
  const share = max === 0 ? 100 : Math.min(100, Math.round((used / max) * 100));
  const counts = `${used.toLocaleString('en-GB')} of ${max.toLocaleString('en-GB')} tokens`;
  return `The model today: ${share}% of its daily limit (${counts}). Beyond the limit, guests get choices until tomorrow.`;
}
