import { Button } from '@fluentui/react-components';
import { useId, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Call } from '../../../contract/call.ts';
import { WebsiteSetup, type WebsiteSection } from '../../../contract/website/calls.ts';
import type { Result } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { showToast } from '../../ui/page/toast.ts';
import { describeOther, labelOf, whyRefused } from './labels.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { withDrafts, type Editor } from './use-drafts.ts';
import css from './website.module.css';
import { capital } from '../../lib/capital.ts';

type Errors = Record<string, string>;

interface Props {
  section: WebsiteSection;
  title: string;
  /** "basic information", as in "Save basic information". */
  what: string;
  editor: Editor;
  /** The call, if it needs the network; missing: it is stored on this device and sent later. */
  online?: Call;
  /** Null: it is stored on this device. `changed`: the edited fields. */
  save: (edit: {
    shown: WebsiteSetup;
    changed: Partial<WebsiteSetup>;
    seen: string | undefined;
  }) => Promise<Result<WebsiteSetup | null>>;
  /** What is wrong before anything is sent, by field. */
  faultsOf?: (shown: WebsiteSetup) => Errors;
  children: (fields: {
    shown: WebsiteSetup;
    errors: Errors;
    edit: (change: Partial<WebsiteSetup>) => void;
  }) => ReactNode;
}

/** A section of the set-up with its own state: saved, not saved, refused, or changed elsewhere. */
export function SectionCard({ section, title, what, editor, online, save, faultsOf = () => ({}), children }: Props) {
  const { saved, drafts, edit, discard, onSaved } = editor;
  const [theirs, setTheirs] = useState<WebsiteSetup | null>(null);
  const { run, isBlocked, why, fault, errors: named, show } = useAction(online ?? null, whyRefused);
  const errors = byField(named);
  const isOnline = useIsOnline();
  const id = useId();
  const draft = drafts[section];
  const shown = withDrafts(saved, draft ? { [section]: draft } : {});
  const changed = changedOf(draft?.fields ?? {}, saved);
  const names = Object.keys(changed) as (keyof WebsiteSetup)[];
  const overtaken = online ? [] : names.filter((name) => !isSame(draft?.before[name], saved[name]));

  function settle() {
    show();
    setTheirs(null);
  }
  async function send(seen: string | undefined) {
    if (isBlocked) return;
    settle();
    const wrong = faultsOf(shown);
    if (Object.keys(wrong).length > 0) return show('', wrong);
    const isEmpty = names.length === 0 && !online;
    const result = isEmpty ? stored : await run(() => save({ shown, changed, seen }));
    if (!result) return;
    if (result.ok) {
      discard(section);
      if (result.data) onSaved(result.data);
      showToast({
        title:
          isOnline || online
            ? `${capital(what)} saved`
            : `${capital(what)} saved on this device. Sent when you are online.`,
      });
      return;
    }
    if (result.error.code === 'changed_elsewhere')
      setTheirs(z.safeParse(WebsiteSetup, result.error.current).data ?? null);
  }

  return (
    <form
      className={`g-group ${css.card}`}
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(draft?.seen);
      }}
    >
      <h2 className="g-group-title" id={`${id}-title`}>
        {title}
      </h2>
      {children({
        shown,
        errors,
        edit: (change) => {
          edit(section, change);
          show();
        },
      })}
      {overtaken.length > 0 && (
        <p className="g-tone-warn g-pad-12-16 g-round-8" role="status">
          {`Changed elsewhere while you were editing: ${overtaken.map((name) => labelOf(name).toLowerCase()).join(', ')}. If you save, yours replaces it.`}
        </p>
      )}
      {theirs && (
        <div className="g-row g-wrap g-gap-8">
          <ul className={`g-break ${css.other}`} aria-label="The other version">
            {describeOther(draft?.fields ?? {}, theirs).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button
            size="large"
            onClick={() => {
              settle();
              discard(section);
              onSaved(theirs);
            }}
          >
            Show the other version
          </Button>
          <Button size="large" onClick={() => void send(theirs.revisions[section])}>
            Save mine instead
          </Button>
        </div>
      )}
      <div className={`g-row g-wrap g-gap-12 ${css.bar}`}>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={`${id}-state`}
          disabledFocusable={isBlocked}
        >
          {`Save ${what}`}
        </Button>
        {draft && (
          <Button
            size="large"
            onClick={() => {
              settle();
              discard(section);
            }}
          >
            Discard changes
          </Button>
        )}
        <p id={`${id}-state`} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
          {fault || why || stateLabel(Boolean(draft), isOnline || online !== undefined)}
        </p>
      </div>
    </form>
  );
}

const stored = { ok: true, data: null } as const;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function stateLabel(isDirty: boolean, isOnline: boolean): string {
  if (!isDirty) return '';
  return isOnline ? 'Not saved yet' : 'Not saved yet. Saving works offline: it is kept here and sent later.';
}

/** "social_media_links.instagram" and "theme_colors.text" by their last part, "days.0.periods" by its day. */
const byField = (errors: Errors = {}): Errors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [/^days\.\d+/.exec(name)?.[0] ?? name.split('.').at(-1)!, message]),
  );
