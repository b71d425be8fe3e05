import { Button } from '@fluentui/react-components';
import { useId } from 'react';
import { FAQS_MAX, listUnanswered, QUESTION_MAX, type Chatbot } from '../../../contract/chatbot/calls.ts';
import { clip } from '../../../contract/clip.ts';
import { foldName } from '../../../contract/names.ts';
import { failureText } from '../../api/failure-text.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { shortDate } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import css from './chatbot.module.css';

interface Props {
  /** As they are written now: what is among them is no longer listed. */
  faqs: Chatbot['faqs'];
  onAnswer: (question: string) => void;
}

/** What the bot could not answer, each with a button that begins an answer to it. */
export function UnansweredList(props: Props) {
  const id = useId();
  return (
    <section className={`g-group ${css.card}`} aria-labelledby={id}>
      <h2 className="g-group-title" id={id}>
        Not answered in the last 7 days
      </h2>
      <Questions {...props} />
    </section>
  );
}

function Questions({ faqs, onAnswer }: Props) {
  const { answer, ask } = useQuery(listUnanswered, {});
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  if (answer === null) return <SkeletonRows rows={2} rowHeight={56} label="Loading the questions" />;
  if (!answer.ok)
    return (
      <>
        <p className="g-soft">
          {answer.kind === 'offline' ? 'Go online to see what it could not answer.' : failureText(answer)}
        </p>
        <div>
          <Button onClick={ask}>Try again</Button>
        </div>
      </>
    );
  const known = new Set(faqs.map(({ q }) => foldName(q)));
  const open = answer.data
    .map((asked) => ({ ...asked, question: clip(asked.question.trim(), QUESTION_MAX, '') }))
    .filter(({ question }) => !known.has(foldName(question)));
  if (open.length === 0)
    return <p className="g-soft">No open questions. New ones appear here with one button to answer them.</p>;
  return (
    <ul className={css.questions}>
      {open.map(({ id, question, times, asked_at: at }) => (
        <li key={id} className="g-row g-gap-12 g-spread">
          <div className="g-stack g-gap-4">
            <span className="g-break">{question}</span>
            <span className="g-size-13 g-soft">
              {shortDate(at, timezone, now)}
              {times > 1 && `, asked ${times} times`}
            </span>
          </div>
          {faqs.length < FAQS_MAX && (
            <Button className={css.answer} aria-label={`Add an answer: ${question}`} onClick={() => onAnswer(question)}>
              Add an answer
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
