import { useState, type KeyboardEvent } from 'react';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { matchReplies, readSlash } from './saved-replies.ts';

interface Options {
  text: string;
  replies: readonly CannedReply[];
  onText: (text: string) => void;
  onChoose: (reply: CannedReply) => void;
}

/** The list over the reply field: a `/` at its start opens it, and so does the button. */
export function useSavedReplies({ text, replies, onText, onChoose }: Options) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = isOpen ? matchReplies(replies, readSlash(text) ?? '') : [];
  const active = found[Math.min(at, found.length - 1)];

  const open = () => {
    setAt(0);
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    // Only the button's: it means nothing to a customer.
    if (text === '/') onText('');
  };
  const choose = (reply: CannedReply) => {
    setIsOpen(false);
    onChoose(reply);
  };
  return {
    isOpen,
    found,
    active,
    close,
    choose,
    /** The button. In an empty field it types the `/`, so that the next letters search. */
    toggle() {
      if (isOpen) return close();
      if (text.trim() === '') onText('/');
      open();
    },
    /** After each change of the text. A list that was closed stays so until the next `/`. */
    follow(next: string) {
      setAt(0);
      if (readSlash(next) === null) setIsOpen(false);
      else if (readSlash(text) === null) open();
    },
    /** True if the key was for the list. */
    takeKey({ key, shiftKey, nativeEvent }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'nativeEvent'>): boolean {
      if (!isOpen || nativeEvent.isComposing) return false;
      if (key === 'Escape') {
        close();
        return true;
      }
      if (!active) return false;
      const place = found.indexOf(active);
      if (key === 'ArrowDown') setAt((place + 1) % found.length);
      else if (key === 'ArrowUp') setAt((place + found.length - 1) % found.length);
      else if (key === 'Enter' && !shiftKey) choose(active);
      else return false;
      return true;
    },
  };
}
