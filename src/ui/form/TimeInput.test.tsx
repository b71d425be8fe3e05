// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { TimeInput } from './TimeInput.tsx';

const onChange = vi.fn<(time: string) => void>();

function Clock({ isNeeded = false }) {
  const [time, setTime] = useState('11:00');
  return (
    <TimeInput
      value={time}
      onChange={(to) => {
        onChange(to);
        if (!isNeeded || to) setTime(to);
      }}
    />
  );
}

test.each([
  ['18:30', '18:30'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['21', '21:00'],
  ['25:00', ''],
  ['', ''],
])('"%s" is read as "%s"', (typed, time) => {
  const page = rendered(<Clock />);
  const field = page.place.querySelector('input')!;
  page.type(field, typed);
  page.fire(field, 'focusout');
  expect([onChange.mock.lastCall, field.value]).toEqual([[time], time]);
});

test('what is typed stays as it is until the field is left', () => {
  const page = rendered(<Clock />);
  const field = page.place.querySelector('input')!;
  page.type(field, '1');
  expect([onChange.mock.lastCall, field.value]).toEqual([[''], '1']);
});

test('a form that needs a time keeps the former one, and lets another be typed', () => {
  const page = rendered(<Clock isNeeded />);
  const field = page.place.querySelector('input')!;
  page.type(field, '2');
  expect(field.value).toBe('2');
  page.type(field, '');
  page.fire(field, 'focusout');
  expect(field.value).toBe('11:00');
  page.type(field, '2115');
  page.fire(field, 'focusout');
  expect(field.value).toBe('21:15');
});
