import { Button } from '@fluentui/react-components';
import { Bot20Regular, PauseCircle24Filled } from '@fluentui/react-icons';
import { instant } from '../../data/clock.ts';
import { useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { useSession } from '../../session/session.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { showToast } from '../../ui/page/toast.ts';
import css from './chats.module.css';
import { pause, resume } from './mutations.ts';
import { messagesOf } from './queries.ts';
import type { ChatRow } from './queries.ts';
import { pauseLabels } from './labels.ts';
import { serverNow } from '../../lib/server-now.ts';

interface Props {
  chat: ChatRow;
  timezone: string;
  now: number;
}

const HOUR_MS = 3_600_000;
/** How many of the newest messages are searched for one by a bot. */
const LOOKED_AT = 100;

/** Shows whether the bot answers in this chat and lets people change it. A pause lasts an hour by default. */
export function PauseBar({ chat, timezone, now }: Props) {
  const { deviceName, user } = useSession();
  const words = pauseLabels(chat, { timezone, now, mine: [deviceName, ...(user?.name ? [user.name] : [])] });
  const isOnline = useSyncState()?.gate !== 'offline';
  const path = { id: chat.id };
  // The pause itself is unsent, not a read mark of the chat.
  const isUnsent = chat.pause_op_id !== null && chat._sync?.op_ids.includes(chat.pause_op_id);
  const pauseFor = (ms: number | null) =>
    mutate(pause, { path, body: { paused_until: ms === null ? null : instant(serverNow() + ms) } });
  const onResume = () => {
    mutate(resume, { path, body: {} });
    showToast({
      title: 'The bot was resumed',
      detail: isOnline ? 'It may answer in this chat again.' : 'Takes effect once this device is online.',
    });
  };
  const hasBot = useRows('chat_messages', (db) => messagesOf(db, chat.id, LOOKED_AT), [chat.id])?.some(
    ({ author }) => author === 'bot',
  );
  if (!words) {
    // Show nothing about a bot where none has ever answered.
    if (!hasBot) return null;
    return (
      <div className={`g-row g-size-13 g-faint g-surface g-rule-below ${css.bar}`}>
        <Bot20Regular aria-hidden="true" />
        <p>The bot answers in this chat {isUnsent && <PendingClock />}</p>
        <Button onClick={() => pauseFor(HOUR_MS)}>Pause bot</Button>
      </div>
    );
  }
  return (
    <div className={`g-row g-size-13 g-faint g-surface g-rule-below ${css.bar} ${css.paused}`}>
      <PauseCircle24Filled aria-hidden="true" />
      <p aria-live="polite">
        <b>{words.what}</b> <span className={css.until}>{words.until}</span> {isUnsent && <PendingClock />}
      </p>
      <label>
        <span className="g-hidden">How long the bot is paused</span>
        <select
          className="g-input"
          value={chat.paused_until === null ? 'open' : 'until'}
          onChange={({ target }) => pauseFor(target.value === 'open' ? null : Number(target.value) * HOUR_MS)}
        >
          {chat.paused_until !== null && (
            <option value="until">Until {untilLabel(chat.paused_until, timezone, now)}</option>
          )}
          <option value="1">1 hour from now</option>
          <option value="4">4 hours from now</option>
          <option value="open">Until resumed</option>
        </select>
      </label>
      <Button onClick={onResume}>Resume bot</Button>
    </div>
  );
}
