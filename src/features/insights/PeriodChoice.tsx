import { useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { INSIGHTS_DAYS_MAX } from '../../../contract/dashboard/calls.ts';
import css from './insights.module.css';
import {
  comparisonLabel,
  countDays,
  movedComparison,
  periodLabel,
  usualComparison,
  usualPeriods,
  yearBefore,
  type AskedPeriod,
} from './periods.ts';

interface Props {
  asked: AskedPeriod;
  /** The current business day. */
  today: string;
  onChange: (asked: AskedPeriod) => void;
}

const OTHER = 'other';

/** Usual periods, or any two days; and what they are compared with. */
export function PeriodChoice({ asked, today, onChange }: Props) {
  const { date, compareDate } = asked;
  const [isOther, setIsOther] = useState(false);
  const usual = usualPeriods(today);
  const isUsual = usual.some(([value]) => value === date);
  const show = (next: string) => onChange({ date: next, compareDate: movedComparison(asked, next) });
  const comparisons = new Set([usualComparison(date), yearBefore(date), compareDate ?? usualComparison(date)]);
  return (
    <>
      <select
        className={`g-chip g-surface g-pad-x-8 ${css.period}`}
        aria-label="Period"
        value={isOther ? OTHER : date}
        onChange={({ target }) => {
          setIsOther(target.value === OTHER);
          if (target.value !== OTHER) show(target.value);
        }}
      >
        {usual.map(([value, label]) => (
          <option key={label} value={value}>
            {label}
          </option>
        ))}
        {!isUsual && <option value={date}>{periodLabel(date, today)}</option>}
        <option value={OTHER}>Other days…</option>
      </select>
      <select
        className={`g-chip g-surface g-pad-x-8 ${css.period}`}
        aria-label="Compared with"
        value={compareDate ?? usualComparison(date)}
        onChange={({ target }) =>
          onChange({ date, compareDate: target.value === usualComparison(date) ? null : target.value })
        }
      >
        {[...comparisons].map((compared) => (
          <option key={compared} value={compared}>
            Compared with {comparisonLabel(date, compared, today)}
          </option>
        ))}
      </select>
      {isOther && (
        <OtherDays
          date={date}
          today={today}
          onShow={(next) => {
            setIsOther(false);
            show(next);
          }}
        />
      )}
    </>
  );
}

function OtherDays({ date, today, onShow }: { date: string; today: string; onShow: (date: string) => void }) {
  const [first = today, last = first] = date.split('..');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const next = from === to ? from : `${from}..${to}`;
  const isMissing = !from || !to;
  const fault = isMissing
    ? undefined
    : from > to
      ? 'Must not be before the first day.'
      : countDays(next) > INSIGHTS_DAYS_MAX
        ? `Choose at most ${INSIGHTS_DAYS_MAX} days.`
        : undefined;
  return (
    <form
      noValidate
      className={`g-flex g-wrap g-gap-12 ${css.otherDays}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing && !fault) onShow(next);
      }}
    >
      <Field label="From">
        <Input type="date" value={from} max={today} onChange={(_event, data) => setFrom(data.value)} />
      </Field>
      <Field label="To" validationMessage={fault}>
        <Input type="date" value={to} max={today} onChange={(_event, data) => setTo(data.value)} />
      </Field>
      <Button type="submit" appearance="primary" disabled={isMissing || fault !== undefined}>
        Show these days
      </Button>
    </form>
  );
}
