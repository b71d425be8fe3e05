import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { LockClosed20Filled, Send20Filled, TextBulletListSquare20Regular } from '@fluentui/react-icons';
import { MESSAGE_MAX } from '../../../contract/chats/calls.ts';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { classes } from '../../ui/classes.ts';
import css from './composer.module.css';
import { SavedReplyList } from './SavedReplyList.tsx';
import { readSlash } from './saved-replies.ts';
import { useSavedReplies } from './use-saved-replies.ts';
import { clip } from '../../../contract/clip.ts';

export interface SavedReplies {
  replies: readonly CannedReply[];
  /** Fills in the placeholders. */
  fill: (message: string) => string;
  onManage: () => void;
}

export interface Kinds {
  isNote: boolean;
  /** False: only a note may be written now. */
  canReply: boolean;
  onChange: (isNote: boolean) => void;
}

interface Props {
  text: string;
  name: string;
  /** What the field is open for: it takes the focus when that is something else. Null: it waits. */
  focusFor: string | null;
  /** Over the field, such as the message to which it replies. */
  above?: ReactNode;
  /** Before the field, such as the button for a file. */
  before?: ReactNode;
  /** The choice between a reply and a private note. */
  kinds: Kinds;
  /** Null: they do not fit here. */
  saved: SavedReplies | null;
  onText: (text: string) => void;
  /** Called with trimmed text that is not empty. */
  onSend: (message: string) => void;
}

/** The field for a reply or a private note: Enter sends, Shift+Enter starts a new line. */
export function Composer({ text, name, focusFor, above, before, kinds, saved, onText, onSend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const isNote = kinds.isNote;
  const id = useId();
  useEffect(() => {
    if (focusFor !== null) field.current?.focus({ preventScroll: true });
  }, [focusFor]);

  const list = useSavedReplies({
    text,
    replies: saved?.replies ?? none,
    onText,
    onChoose: (reply) => onText(insert(field.current, text, saved?.fill(reply.message) ?? '')),
  });
  const listId = `${id}-saved`;

  const change = (next: boolean) => {
    setIsEmpty(false);
    list.close();
    kinds.onChange(next);
    field.current?.focus({ preventScroll: true });
  };
  const send = () => {
    const message = text.trim();
    setIsEmpty(message === '');
    field.current?.focus({ preventScroll: true });
    if (message !== '') onSend(message);
  };
  return (
    <form
      className={classes('g-grid g-relative g-rigid g-surface g-rule-above', css.composer, isNote && css.note)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {saved && list.isOpen && (
        <SavedReplyList
          id={listId}
          replies={list.found}
          active={list.active}
          isAnyHere={saved.replies.length > 0}
          fill={saved.fill}
          onChoose={list.choose}
          onManage={() => {
            list.close();
            saved.onManage();
          }}
        />
      )}
      <div className="g-row g-spread g-gap-8 g-line-row">
        <div className="g-row g-gap-4" role="group" aria-label="What to write">
          <KindButton isPressed={!isNote} isDisabled={!kinds.canReply} onPress={() => change(false)}>
            Reply
          </KindButton>
          <KindButton isPressed={isNote} onPress={() => change(true)}>
            <LockClosed20Filled aria-hidden="true" /> Note
          </KindButton>
        </div>
        {saved && (
          <button
            type="button"
            className="g-inline g-push g-gap-6 g-size-13 g-soft g-round-8 g-pad-x-8 g-hover"
            aria-expanded={list.isOpen}
            // The field keeps the focus, and so the list stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current?.focus({ preventScroll: true });
              list.toggle();
            }}
          >
            <TextBulletListSquare20Regular aria-hidden="true" /> Saved replies
          </button>
        )}
      </div>
      {above}
      {before}
      <div className={`g-grid ${css.field}`}>
        {/* The copy behind the field gives it the height of its text. */}
        <div className={`g-clip ${css.grows}`} data-text={`${text}\n`} aria-hidden="true" />
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={MESSAGE_MAX}
          placeholder={isNote ? 'Only staff see this note' : 'Write a message'}
          aria-label={isNote ? `Private note about ${name}` : `Message to ${name}`}
          aria-invalid={isEmpty || undefined}
          aria-describedby={`${id}-error`}
          aria-autocomplete={saved ? 'list' : undefined}
          aria-haspopup={saved ? 'listbox' : undefined}
          aria-controls={list.active ? listId : undefined}
          aria-activedescendant={list.active ? `${listId}-${list.active.id}` : undefined}
          onChange={({ target }) => {
            setIsEmpty(false);
            list.follow(target.value);
            onText(target.value);
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (list.isOpen && !currentTarget.form?.contains(relatedTarget)) list.close();
          }}
          onKeyDown={(event) => {
            if (list.takeKey(event)) return event.preventDefault();
            // Enter that confirms a character in an input method must not send.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return undefined;
            event.preventDefault();
            return send();
          }}
        />
      </div>
      <button
        type="submit"
        className={`g-center g-square g-primary ${css.send}`}
        aria-label={isNote ? 'Save note' : 'Send'}
      >
        {isNote ? <LockClosed20Filled /> : <Send20Filled />}
      </button>
      <p id={`${id}-error`} className={`g-low g-bad g-line-row ${css.error}`} aria-live="polite">
        {isEmpty && fixedTexts.messageRequired}
      </p>
    </form>
  );
}

interface KindProps {
  isPressed: boolean;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

const KindButton = ({ isPressed, isDisabled = false, onPress, children }: KindProps) => (
  <button
    type="button"
    className={`g-inline g-gap-6 g-strong g-size-13 g-round-8 g-pad-x-12 ${css.kind}`}
    aria-pressed={isPressed}
    disabled={isDisabled}
    onClick={onPress}
  >
    {children}
  </button>
);

const none: readonly CannedReply[] = [];

/** A search is replaced; in other text the reply goes where the cursor is. */
function insert(field: HTMLTextAreaElement | null, text: string, reply: string): string {
  if (readSlash(text) !== null) return clip(reply, MESSAGE_MAX, '');
  const from = field?.selectionStart ?? text.length;
  const to = field?.selectionEnd ?? text.length;
  return clip(`${text.slice(0, from)}${reply}${text.slice(to)}`, MESSAGE_MAX, '');
}
