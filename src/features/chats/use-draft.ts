import { useState } from 'react';
import { draftOf, keepDraft } from '../../session/drafts.ts';

/** Unsent text that stays in this tab (drafts.ts). A reply and a note have one each, so that a note never becomes a reply. */
export function useDraft(name: string): { text: string; write: (text: string) => void } {
  const [text, setText] = useState(() => draftOf(name));
  return {
    text,
    write: (next) => {
      setText(next);
      keepDraft(name, next);
    },
  };
}
