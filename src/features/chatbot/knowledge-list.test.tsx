// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { expect, test } from 'vitest';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { chatbot } from '../../../tests/support/chatbot.ts';
import { KnowledgeList } from './KnowledgeList.tsx';

const textOf = (more: Partial<Chatbot>) =>
  rendered(
    <FluentProvider theme={webLightTheme}>
      <KnowledgeList shown={{ chatbot: { ...chatbot, ...more }, keptAt: null, isUnread: false }} />
    </FluentProvider>,
  ).place.textContent;

test('the owner reads how much of the day’s limit the model has used', () => {
  const model_usage = { tokens_today: 250_000, tokens_max: 1_000_000 };
  expect(textOf({ answered_by: 'model', model_usage })).toContain(
    '25% of its daily limit (250,000 of 1,000,000 tokens)',
  );
  expect(textOf({})).not.toContain('daily limit');
});
