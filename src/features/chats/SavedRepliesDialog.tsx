import { useId, useState, type FormEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { MESSAGE_MAX } from '../../../contract/chats/calls.ts';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import {
  CANNED_REPLIES_MAX,
  CANNED_TITLE_MAX,
  SHORTCUT,
  SHORTCUT_MAX,
  sortCannedReplies,
} from '../../../contract/chats/canned-replies.ts';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { EdgeDialog } from '../../components/dialogs/EdgeDialog.tsx';
import { newId } from '../../data/ids.ts';
import { isPending } from '../../data/live.ts';
import { mutate, type Ticket } from '../../data/mutate.ts';
import { withdraw } from '../../sync/recovery/unsent-changes.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { showNotSaved } from '../../ui/page/toast.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { createCannedReply, editCannedReply, removeCannedReply } from './mutations.ts';
import type { CannedRow } from './queries.ts';
import { asShortcut } from './saved-replies.ts';
import css from './saved.module.css';

interface Props {
  replies: readonly CannedRow[];
  onClose: () => void;
}

/** Saved replies: added, edited and deleted, online or offline. */
export function SavedRepliesDialog({ replies, onClose }: Props) {
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(replies.length === 0 ? 'new' : null);
  /** Deleted since the dialog was opened. Everything outside is out of reach meanwhile, so the way back is here. */
  const [deleted, setDeleted] = useState<{ reply: CannedReply; ticket: Ticket }[]>([]);
  const back = () => setEdited(null);

  const remove = (reply: CannedReply) =>
    setDeleted([{ reply, ticket: mutate(removeCannedReply, { path: { id: reply.id } }) }, ...deleted]);
  const restore = (reply: CannedReply, ticket: Ticket) => {
    setDeleted(deleted.filter((one) => one.ticket !== ticket));
    takeBack(reply, ticket).catch(showNotSaved('The saved reply was not restored'));
  };
  const isFull = replies.length >= CANNED_REPLIES_MAX;

  return (
    <EdgeDialog title="Saved replies" closeWords="Close saved replies" onClose={onClose} className="g-stack g-gap-16">
      {() =>
        edited ? (
          <ReplyForm key={edited === 'new' ? 'new' : edited.id} reply={edited} all={replies} onDone={back} />
        ) : (
          <>
            <p className="g-soft">Type / in the reply field to find one, then Enter to insert it.</p>
            {deleted.map(({ reply, ticket }) => (
              <p key={ticket.key} className="g-row g-gap-12 g-surface-3 g-round-8 g-pad-8-16">
                <span className="g-grow g-break" role="status">
                  /{reply.shortcut} deleted
                </span>
                <Button aria-label={`Undo deleting /${reply.shortcut}`} onClick={() => restore(reply, ticket)}>
                  Undo
                </Button>
              </p>
            ))}
            <ul className={css.rows}>
              {sortCannedReplies(replies).map((reply) => (
                <li key={reply.id} className="g-row g-gap-8 g-start g-rule-below">
                  <div className="g-grow g-narrow">
                    <p className="g-row g-gap-8">
                      <b className="g-break">/{reply.shortcut}</b> {isPending(reply) && <PendingClock />}
                    </p>
                    {reply.title !== '' && <p className="g-break">{reply.title}</p>}
                    <p className={`g-soft g-break ${css.text}`}>
                      <bdi>{reply.message}</bdi>
                    </p>
                  </div>

                  <Button
                    appearance="subtle"
                    icon={<Edit20Regular />}
                    aria-label={`Edit /${reply.shortcut}`}
                    onClick={() => setEdited(reply)}
                  />

                  <Button
                    appearance="subtle"
                    icon={<Delete20Regular />}
                    aria-label={`Delete /${reply.shortcut}`}
                    onClick={() => remove(reply)}
                  />
                </li>
              ))}
            </ul>
            <Button
              appearance="primary"
              icon={<Add20Regular />}
              disabledFocusable={isFull}
              onClick={() => !isFull && setEdited('new')}
            >
              Add a saved reply
            </Button>
            {isFull && <p className="g-warn">There are {CANNED_REPLIES_MAX}. Delete one first.</p>}
          </>
        )
      }
    </EdgeDialog>
  );
}

/** A deletion that was not sent is withdrawn. After another, the reply is added once more. */
async function takeBack({ shortcut, title, message, sort_order }: CannedReply, ticket: Ticket): Promise<void> {
  await ticket.durable.catch(() => undefined);
  if (await withdraw(ticket.key)) return;
  mutate(createCannedReply, { body: { id: newId(), shortcut, title, message, sort_order } });
}

interface FormProps {
  reply: CannedReply | 'new';
  all: readonly CannedReply[];
  onDone: () => void;
}

function ReplyForm({ reply, all, onDone }: FormProps) {
  const known = reply === 'new' ? null : reply;
  const id = useId();
  const form = useForm(
    { shortcut: known?.shortcut ?? '', title: known?.title ?? '', message: known?.message ?? '' },
    {
      shortcut: (value) => {
        if (!SHORTCUT.test(value)) return 'Enter letters, digits and hyphens, such as opening-hours';
        const isUsed = all.some((one) => one.shortcut === value && one.id !== known?.id);
        return isUsed ? 'Another saved reply has this shortcut' : null;
      },
      message: (value) => (value.trim() === '' ? fixedTexts.messageRequired : null),
    },
  );
  const shortcut = form.field('shortcut');
  const { error, onChange, ...message } = form.field('message');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!form.isReady(event.currentTarget)) return;
    const { values } = form;
    if (known) {
      // Only what was changed, so that another device's edit of the rest stays.
      const body = Object.fromEntries(
        (['shortcut', 'title', 'message'] as const).flatMap((name) =>
          values[name].trim() === known[name] ? [] : [[name, values[name].trim()]],
        ),
      );
      if (Object.keys(body).length > 0) mutate(editCannedReply, { path: { id: known.id }, body });
    } else mutate(createCannedReply, { body: { id: newId(), ...values } });
    onDone();
  }

  return (
    <form noValidate className={`g-stack g-gap-16 ${css.fields}`} aria-label="Saved reply" onSubmit={submit}>
      <TextField
        {...shortcut}
        label="Shortcut"
        hint="Typed after /, such as opening-hours"
        maxLength={SHORTCUT_MAX}
        autoComplete="off"
        autoCapitalize="none"
        required
        takesFocus
        onChange={(value) => shortcut.onChange(asShortcut(value))}
      />
      <TextField {...form.field('title')} label="Title (optional)" maxLength={CANNED_TITLE_MAX} autoComplete="off" />
      <FieldFrame
        id={id}
        label="Message"
        error={error}
        hint="{name} becomes the customer’s first name, {restaurant} your restaurant’s name."
        isRequired
      >
        <textarea
          {...message}
          id={id}
          maxLength={MESSAGE_MAX}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={({ target }) => onChange(target.value)}
        />
      </FieldFrame>
      <div className="g-row g-wrap g-gap-12">
        <Button type="submit" appearance="primary">
          {known ? `Save /${form.values.shortcut}` : 'Add saved reply'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
