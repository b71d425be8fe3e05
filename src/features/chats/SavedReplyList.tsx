import { useEffect, useRef } from 'react';
import { Settings20Regular } from '@fluentui/react-icons';
import { createCannedReply, type CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { classes } from '../../ui/classes.ts';
import css from './saved.module.css';
import { useMayCall } from '../../session/use-may.ts';

interface Props {
  /** The field names it, and its options by `${id}-${reply.id}`. */
  id: string;
  replies: readonly CannedReply[];
  active: CannedReply | undefined;
  isAnyHere: boolean;
  /** The text as it would be inserted. */
  fill: (message: string) => string;
  onChoose: (reply: CannedReply) => void;
  onManage: () => void;
}

/** Saved replies above the field, which keeps the focus. */
export function SavedReplyList({ id, replies, active, isAnyHere, fill, onChoose, onManage }: Props) {
  const mayManage = useMayCall(createCannedReply);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <div className={`g-absolute g-stack g-card g-shadow ${css.list}`}>
      <p role="status" className={replies.length > 0 ? 'g-hidden' : 'g-soft g-pad-12-16'}>
        {replies.length > 0 && `${replies.length} saved ${replies.length === 1 ? 'reply' : 'replies'}`}
        {replies.length === 0 &&
          (isAnyHere ? 'No saved reply matches.' : 'Save texts that you often send. Then type / to find them.')}
      </p>
      {replies.length > 0 && (
        <div id={id} role="listbox" aria-label="Saved replies" className="g-scroll-y g-low">
          {replies.map((reply) => (
            <button
              key={reply.id}
              ref={reply === active ? current : null}
              id={`${id}-${reply.id}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={reply === active}
              className={classes('g-full g-pad-8-16 g-text-start', css.option, reply === active && 'g-surface-3')}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(reply)}
            >
              <span className="g-row g-gap-8">
                <b>/{reply.shortcut}</b>
                {reply.title !== '' && <span className="g-truncate g-soft">{reply.title}</span>}
              </span>
              <span className="g-block g-truncate g-size-13 g-soft">
                <bdi>{fill(reply.message)}</bdi>
              </span>
            </button>
          ))}
        </div>
      )}
      {mayManage && (
        <button
          type="button"
          className={`g-row g-gap-8 g-rigid g-rule-above g-pad-8-16 g-hover ${css.manage}`}
          onClick={onManage}
        >
          <Settings20Regular aria-hidden="true" /> {isAnyHere ? 'Manage saved replies' : 'Add a saved reply'}
        </button>
      )}
    </div>
  );
}
