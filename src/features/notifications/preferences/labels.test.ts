import { expect, test } from 'vitest';
import { NotificationType } from '../../../../contract/notifications/calls.ts';
import { eventAreas } from './labels.ts';

test('each event is offered once', () => {
  expect(eventAreas.flatMap(({ types }) => types).toSorted()).toEqual(NotificationType.options.toSorted());
});
