import { useEffect, useId, useRef, useState } from 'react';
import { Send20Filled } from '@fluentui/react-icons';
import { MESSAGE_MAX } from '../../../contract/chats/calls.ts';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import css from './composer.module.css';

interface Props {
  text: string;
  name: string;
  takesFocus: boolean;
  onText: (text: string) => void;
  /** Trimmed, not empty. */
  onSend: (message: string) => void;
}

/** Where a reply is written: Enter sends, Shift and Enter begin a new line. */
export function Composer({ text, name, takesFocus, onText, onSend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const id = useId();
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const send = () => {
    const message = text.trim();
    setIsEmpty(message === '');
    field.current?.focus({ preventScroll: true });
    if (message !== '') onSend(message);
  };
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={css.field}>
        {/* The copy behind the field gives it the height of what is written. */}
        <div className={css.grows} data-text={`${text}\n`} aria-hidden="true" />
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={MESSAGE_MAX}
          placeholder="Write a message"
          aria-label={`Message to ${name}`}
          aria-invalid={isEmpty || undefined}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => {
            setIsEmpty(false);
            onText(target.value);
          }}
          onKeyDown={(event) => {
            // Enter that ends the choice of a character in an input method is not an end of the message.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
      </div>
      <button type="submit" className={css.send} aria-label="Send">
        <Send20Filled />
      </button>
      <p id={`${id}-error`} className={css.error} aria-live="polite">
        {isEmpty && fixedTexts.messageRequired}
      </p>
    </form>
  );
}
