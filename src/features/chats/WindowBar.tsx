import { Clock16Regular } from '@fluentui/react-icons';
import type { Chat } from '../../../contract/chats/calls.ts';
import { isWindowClosed } from '../../../contract/chats/reply.ts';
import { classes } from '../../ui/classes.ts';
import css from './composer.module.css';
import { windowLabel } from './labels.ts';

/** WhatsApp's 24 hours, above the field for a reply: how long they last, or that only a template may go. */
export function WindowBar({ chat, now, onChoose }: { chat: Chat; now: number; onChoose: () => void }) {
  if (chat.channel_type !== 'whatsapp') return null;
  const isClosed = isWindowClosed(chat, now);
  return (
    <div
      className={classes(
        'g-row g-wrap g-gap-8 g-size-13 g-rule-above',
        isClosed ? 'g-tone-warn' : 'g-faint',
        css.window,
      )}
    >
      <Clock16Regular aria-hidden="true" />
      <p className="g-grow g-narrow">{windowLabel(chat.reply_window_closes_at, now)}</p>
      <button type="button" className={`g-strong g-pad-x-8 ${css.choose}`} onClick={onChoose}>
        Choose a template
      </button>
    </div>
  );
}
