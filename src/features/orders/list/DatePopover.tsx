import { useState } from 'react';
import { Button, Field, Input, Popover, PopoverSurface, Radio, RadioGroup } from '@fluentui/react-components';
import { addDays } from '../../../lib/wall-clock.ts';
import table from '../../../components/table/table.module.css';
import { useClosing } from '../../../ui/use-closing.ts';

interface Props {
  date: string | null;
  today: string;
  target: HTMLElement;
  onChange: (date: string | null) => void;
  onClose: () => void;
}

/** Common ranges with one tap, or two dates. All are business days of the restaurant. */
export function DatePopover({ date, today, target, onChange, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const spans = [
    ['today', 'Today'],
    [addDays(today, -1), 'Yesterday'],
    [`${addDays(today, -6)}..${today}`, 'Last 7 days'],
    [`${addDays(today, -29)}..${today}`, 'Last 30 days'],
    ['all', 'All dates'],
  ] as const;
  const present = date ?? 'today';
  const [first = today, second = first] = (date && date !== 'all' ? date : today).split('..');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(second);
  const isWrong = !from || !to || from > to;
  const choose = (value: string) => {
    onChange(value === 'today' || value === today ? null : value);
    close();
  };
  return (
    <Popover
      open={isOpen}
      trapFocus
      positioning={{ target, position: 'below', align: 'start', offset: 6 }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <PopoverSurface aria-label="Date">
        <div className={`g-stack ${table.choice}`}>
          <h2>Business days</h2>
          <RadioGroup aria-label="Span" value={present} onChange={(_event, data) => choose(data.value)}>
            {spans.map(([value, word]) => (
              <Radio key={value} value={value} label={word} />
            ))}
          </RadioGroup>
          <form
            noValidate
            className={`g-stack g-gap-12 g-rule-above g-above-8 ${table.span}`}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isWrong) choose(from === to ? from : `${from}..${to}`);
            }}
          >
            <Field label="From">
              <Input type="date" value={from} max={today} onChange={(_event, data) => setFrom(data.value)} />
            </Field>
            <Field label="To" validationMessage={from > to ? 'Must not be before the first day.' : undefined}>
              <Input type="date" value={to} max={today} onChange={(_event, data) => setTo(data.value)} />
            </Field>
            <Button type="submit" appearance="primary" disabled={isWrong}>
              Show these days
            </Button>
          </form>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
