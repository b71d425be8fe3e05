import { Link } from 'wouter';
import type { Insights } from '../../../contract/dashboard/calls.ts';
import { links } from '../../links.ts';
import css from './insights.module.css';

interface Props {
  sentiments: Insights['customer_sentiments'];
  topics: Insights['topics_and_keywords'];
}

const moods = [
  ['happy', 'Excited', css.happy],
  ['neutral', 'Neutral', css.neutral],
  ['not_happy', 'Not happy', css.notHappy],
] as const;

/** How customers felt in the period, and what they wrote about. The words lead to the chats that contain them. */
export function SentimentCard({ sentiments, topics }: Props) {
  const total = moods.reduce((sum, [mood]) => sum + sentiments[mood], 0);
  return (
    <section className={css.card} aria-labelledby="sentiments">
      <h3 className="g-text-16 g-strong g-below-8" id="sentiments">
        How customers feel
      </h3>
      {total === 0 && <p className="g-soft">No customer wrote in English or rated an order in this period.</p>}
      {total > 0 && (
        <>
          <div className={css.moods} aria-hidden="true">
            {moods
              .filter(([mood]) => sentiments[mood] > 0)
              .map(([mood, , color]) => (
                <span key={mood} className={color} style={{ flexGrow: sentiments[mood] }} />
              ))}
          </div>
          <ul className={`g-flex g-wrap g-below-8 ${css.legend}`}>
            {moods.map(([mood, label, color]) => (
              <li key={mood} className="g-row g-gap-6">
                <span className={`${css.dot} ${color}`} aria-hidden="true" />
                {`${label} ${sentiments[mood]}`}
              </li>
            ))}
          </ul>
          <p className="g-text-13 g-soft">
            Customers, each once, by their messages in English and their ratings. A computer reads the messages: about
            three in four are right.
          </p>
        </>
      )}
      {topics.length > 0 && (
        <>
          <h3 className={`g-text-16 g-strong g-below-8 ${css.second}`}>What they write about</h3>
          <ul className="g-flex g-wrap g-gap-8">
            {topics.map(({ topic, count }) => (
              <li key={topic}>
                <Link className="g-chip g-pad-x-8" href={links.chats({ search: topic })}>
                  {`${topic} ${count}`}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
