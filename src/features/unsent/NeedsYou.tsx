import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowUndo20Regular, ErrorCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { DeadLetter } from '../../data/db.ts';
import { lostPart } from '../../data/lost-fields.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { dismiss, dismissEach, restore } from '../../sync/recovery/unsent-changes.ts';
import { showNotSaved } from '../../ui/page/toast.ts';
import { byLabel } from './by-label.ts';
import type { Describer } from './describe.ts';
import { Section } from './Section.tsx';
import css from './unsent.module.css';
import { isOf } from '../../data/mutation.ts';
import { setStatus } from '../../../contract/orders/calls.ts';

const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Props {
  deadLetters: DeadLetter[];
  describer: Describer;
  timezone: string;
  onLeave: () => void;
}

/** Refused and superseded changes: none is removed before a person has dealt with it. */
export function NeedsYou({ deadLetters, describer, timezone, onLeave }: Props) {
  /** Those that the confirmation names; changes that arrive meanwhile stay. */
  const [asked, setAsked] = useState<string[] | null>(null);
  const dismissAll = () => setAsked(deadLetters.map(({ key }) => key));
  return (
    <Section
      title="Needs you"
      count={deadLetters.length}
      icon={<ErrorCircle20Filled />}
      look={css.bad}
      action={
        deadLetters.length > 1 && (
          <button
            type="button"
            className={`g-strong g-size-13 g-soft g-round-6 g-hover ${css.open}`}
            aria-haspopup="dialog"
            onClick={dismissAll}
          >
            Dismiss all
          </button>
        )
      }
    >
      {asked && (
        <Suspense>
          <ConfirmDialog
            title={`Dismiss ${asked.length} changes?`}
            keepLabel="Keep them"
            submitLabel={`Dismiss ${asked.length} changes`}
            onDo={() => void dismissEach(asked).catch(showNotSaved(`Not dismissed: ${asked.length} changes`))}
            onClose={() => setAsked(null)}
          >
            What is in use now stays. Your values are forgotten.
          </ConfirmDialog>
        </Suspense>
      )}
      <ul className={`g-stack g-gap-8 ${css.deadLetters}`}>
        {deadLetters.map((deadLetter) => (
          <FailedChange
            key={deadLetter.key}
            deadLetter={deadLetter}
            describer={describer}
            timezone={timezone}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </Section>
  );
}

function FailedChange({
  deadLetter,
  describer,
  timezone,
  onLeave,
}: Omit<Props, 'deadLetters'> & { deadLetter: DeadLetter }) {
  const part = lostPart(deadLetter);
  // Of a change of many rows, the fields that lost are not its own.
  const lost = { ...deadLetter.entry, body: Object.keys(part).length > 0 ? part : deadLetter.entry.body };
  const { subject, href } = describer.describe(lost, deadLetter.theirs ?? deadLetter.yours);
  const { why, pair, restoreLabel, keepLabel, mend } = describer.describeRefusal(deadLetter);
  const [fault, setFault] = useState<string | null>(null);
  const again = () => {
    restore(deadLetter.key).then(
      (ticket) => {
        if (!ticket) setFault('This version of Galley does not know the change any more.');
      },
      () => setFault('It cannot be made on what stands now.'),
    );
  };
  return (
    <li className={`g-surface g-round-10 g-edge ${css.deadLetter}`}>
      <div className={`g-facts ${css.subject}`}>
        <h4 className="g-text-14 g-break g-strong">{subject}</h4>
        <span className="g-size-13 g-faint">
          {isOf(setStatus, deadLetter.entry) ? 'tapped' : 'changed'} {timeOf(deadLetter.entry.occurredAt, timezone)}
          {byLabel(deadLetter.entry)}
        </span>
      </div>
      <p>{why}</p>
      {pair && (
        <div className={`g-grid g-gap-8 g-pairs g-above-8 ${css.pair}`}>
          <div>
            <small>Theirs, in use now</small>
            <b className="g-text-16 g-break g-heavy">{pair.theirs}</b>
          </div>
          <div className={css.yours}>
            <small>Yours</small>
            <b className="g-text-16 g-break g-heavy">{pair.yours}</b>
          </div>
        </div>
      )}
      {fault && (
        <p className={css.fault} aria-live="polite">
          {fault}
        </p>
      )}
      <div className={`g-row g-wrap g-end g-gap-8 ${css.buttons}`}>
        {mend && (
          <Link
            href={mend.href}
            className={`g-strong g-size-13 g-soft g-round-6 g-hover ${css.open}`}
            onClick={onLeave}
          >
            {mend.words}
          </Link>
        )}
        {href && !pair && !mend && (
          <Link href={href} className={`g-strong g-size-13 g-soft g-round-6 g-hover ${css.open}`} onClick={onLeave}>
            {openWords(deadLetter.entry.call)}
          </Link>
        )}
        <Button onClick={() => dismiss(deadLetter.key).catch(showNotSaved(`Still to be looked at: ${subject}`))}>
          {keepLabel}
        </Button>
        {restoreLabel && (
          <Button appearance="primary" icon={<ArrowUndo20Regular />} onClick={again}>
            {restoreLabel}
          </Button>
        )}
      </div>
    </li>
  );
}

const openWords = (call: string): string => {
  const [area = ''] = call.split('.');
  return areas[area] ?? 'Open';
};
const areas: Record<string, string> = {
  orders: 'Open order',
  menu: 'Open menu',
  chats: 'Open chat',
  customers: 'Open customer',
};
