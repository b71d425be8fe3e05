import { Bot16Regular, Send20Filled } from '@fluentui/react-icons';
import { Button } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import { MessageText, type Choices } from '../../../contract/chats/calls.ts';
import { EARLIER_LENGTH, EARLIER_MAX, testChat } from '../../../contract/chatbot/calls.ts';
import { clip } from '../../../contract/clip.ts';
import { failureText } from '../../api/failure-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { classes } from '../../ui/classes.ts';
import { newId } from '../../data/ids.ts';
import css from './chatbot.module.css';
import { askBot, beginChat } from './requests.ts';

interface Line {
  id: number;
  /** The authors of the test screen. */
  author: 'bot' | 'user';
  message: string;
  note?: string;
  choices?: Choices['rows'];
  /** Of the choice that was pressed. */
  choice_id?: string;
}

/** The owner sees the bot as a guest does, and tries it. */
export function TestChat() {
  const [conversation, setConversation] = useState(newId);
  return <Conversation key={conversation} conversation={conversation} onStartAgain={() => setConversation(newId())} />;
}

interface Props {
  conversation: string;
  onStartAgain: () => void;
}

/**
 * What the bot says first, then the own message at once; on failure it is removed and its text is back in the
 * input.
 */
function Conversation({ conversation, onStartAgain }: Props) {
  const [lines, setLines] = useState<Line[]>([]);
  const [text, setText] = useState('');
  const next = useRef(1);
  const [begin] = useState(() => beginning(conversation));
  const { answer: start, ask: beginAgain } = useServerData(begin);
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { run, isSending, isBlocked, why, fault, show } = useAction(testChat);
  const id = useId();

  useEffect(() => {
    // Not scrollIntoView(): that would scroll the page to this chat as soon as it opens.
    log.current?.scrollTo?.({ top: log.current.scrollHeight });
  }, [lines]);

  async function ask(choice?: Choices['rows'][number]) {
    if (isBlocked) return;
    const parsed = MessageText.safeParse(choice?.title ?? text);
    if (!parsed.success) {
      show(parsed.error.issues[0]?.message);
      field.current?.focus();
      return;
    }
    const pressed = choice && { choice_id: choice.id };
    const own: Line = { id: (next.current += 1), author: 'user', message: parsed.data, ...pressed };
    setLines((before) => [...before, own]);
    if (!choice) setText('');
    const result = await run(() =>
      askBot({
        message: parsed.data,
        conversation_id: conversation,
        ...pressed,
        ...(lines.length > 0 && { earlier: lines.slice(-EARLIER_MAX).map(toEarlier) }),
      }),
    );
    if (result?.ok) {
      const { response, escalated, choices } = result.data;
      const note = escalated ? 'A customer’s chat would be marked for you.' : undefined;
      setLines((before) => [
        ...before,
        {
          id: (next.current += 1),
          author: 'bot',
          message: response,
          ...(note ? { note } : {}),
          ...(choices ? { choices: choices.rows } : {}),
        },
      ]);
      return;
    }
    setLines((before) => before.filter((line) => line.id !== own.id));
    // What was typed meanwhile is not lost.
    if (!choice) setText((typed) => (typed.trim() ? `${own.message} ${typed}` : own.message));
  }

  const lastChoices = lines.length > 0 ? lines.at(-1)!.choices : start?.ok ? start.data.choices?.rows : [];
  return (
    <section className={`g-group ${css.chat}`} aria-labelledby={`${id}-title`}>
      <div className="g-row g-spread">
        <h2 className="g-group-title" id={`${id}-title`}>
          Try it as a guest
        </h2>
        {lines.length > 0 && (
          <Button appearance="subtle" onClick={onStartAgain}>
            Start again
          </Button>
        )}
      </div>
      <div
        ref={log}
        className={css.lines}
        role="log"
        aria-label="Test chat"
        // It scrolls, and the keyboard has to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <Start answer={start} onRetry={beginAgain} />
        {lines.map((line) => (
          <Bubble key={line.id} line={line} />
        ))}
        {!isSending && lastChoices && lastChoices.length > 0 && (
          <div className="g-row g-wrap g-gap-8" role="group" aria-label="Choices">
            {lastChoices.map((choice) => (
              <Button key={choice.id} disabledFocusable={isBlocked} onClick={() => void ask(choice)}>
                {choice.title}
                {choice.description && <span className="g-soft g-light">, {choice.description}</span>}
              </Button>
            ))}
          </div>
        )}
        {isSending && <p className="g-size-13 g-soft">Looking it up</p>}
      </div>
      <form
        className={css.composer}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <input
          ref={field}
          className={`g-input ${css.input}`}
          aria-label="Message"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-fault`}
          placeholder="Ask what a customer would ask"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            show();
          }}
        />
        <Button
          type="submit"
          appearance="primary"
          icon={<Send20Filled />}
          aria-describedby={`${id}-fault`}
          disabledFocusable={isBlocked}
        >
          Send
        </Button>
      </form>
      <p id={`${id}-fault`} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || why || 'Only you see this chat. Nothing is ordered or booked.'}
      </p>
    </section>
  );
}

/** The test chat is stored nowhere: what was said before goes along with each message. */
const toEarlier = ({ author, message, choice_id }: Line) => ({
  author: author === 'bot' ? ('bot' as const) : ('customer' as const),
  message: clip(message, EARLIER_LENGTH),
  ...(choice_id && { choice_id }),
});

type Begun = Awaited<ReturnType<typeof beginChat>>;

/** Reads how a chat begins, once: read again in the middle of an order, it would ask for what is open. */
function beginning(conversation: string): (signal: AbortSignal) => Promise<Begun> {
  let begun: Begun | null = null;
  return async (signal) => {
    if (!begun?.ok) begun = await beginChat(conversation, signal);
    return begun;
  };
}

function Start({ answer, onRetry }: { answer: Begun | null; onRetry: () => void }) {
  if (answer === null) return <p className="g-size-13 g-soft">Loading what a guest sees first</p>;
  if (answer.ok) return <Bubble line={{ id: 0, author: 'bot', message: answer.data.response }} />;
  return (
    <div className="g-stack g-gap-8">
      <p className="g-soft">
        {answer.kind === 'offline' ? 'Go online to see what a guest sees first.' : failureText(answer)}
      </p>
      <div>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}

function Bubble({ line: { author, message, note } }: { line: Line }) {
  const isBot = author === 'bot';
  return (
    <div className={classes('g-stack g-gap-4', isBot ? css.theirs : css.own)}>
      <div className={classes(css.bubble, 'g-break')}>
        {isBot && (
          <p className="g-row g-text-12 g-gap-6 g-strong g-soft">
            <Bot16Regular aria-hidden="true" /> AI assistant, automatic reply
          </p>
        )}
        <p className={css.text}>{message}</p>
      </div>
      {note && <p className="g-size-12 g-soft">{note}</p>}
    </div>
  );
}
