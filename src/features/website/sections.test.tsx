// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { websiteSetup } from '../../../tests/support/website-setup.ts';
import { ColorsSection } from './ColorsSection.tsx';
import { DomainSection } from './DomainSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { Preview } from './Preview.tsx';
import * as requests from './requests.ts';
import { BasicInfoSection, ExtraPagesSection } from './TextSections.tsx';
import { useDrafts, withDrafts } from './use-drafts.ts';

vi.mock('./requests.ts', async (original) =>
  Object.fromEntries(Object.keys(await original<object>()).map((name) => [name, vi.fn<() => void>()])),
);
const { saveBasicInfo, saveDomain, saveThemeColors, saveExtraPages, saveOpeningHours } = vi.mocked(requests);
const stored = { ok: true, data: null } as const;
let restaurantId = 0;
/** As the row of the device changes. */
let store: (setup: WebsiteSetup) => void;
beforeEach(() => {
  vi.clearAllMocks();
  restaurantId += 1;
});

function Sections() {
  const [saved, onSaved] = useState(websiteSetup);
  useEffect(() => void (store = onSaved), []);
  const { drafts, edit, discard } = useDrafts(String(restaurantId));
  const editor = {
    saved,
    drafts,
    discard,
    onSaved,
    edit: (section: Parameters<typeof edit>[0], fields: Partial<WebsiteSetup>) => edit(section, fields, saved),
  };
  return (
    <FluentProvider theme={webLightTheme}>
      <BasicInfoSection editor={editor} />
      <ColorsSection editor={editor} />
      <HoursSection editor={editor} />
      <ExtraPagesSection editor={editor} />
      <DomainSection editor={editor} />
      <Preview setup={withDrafts(saved, drafts)} />
    </FluentProvider>
  );
}

function show() {
  const page = rendered(<Sections />);
  const field = (name: string) => page.place.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  return {
    ...page,
    field,
    enter: (name: string, value: string) => page.type(field(name), value),
    preview: () => page.place.querySelector('[aria-label="Preview"]')!.textContent,
    /** Sends the form of a button. */
    send: (button: string) =>
      act(async () => void page.button(button).form!.dispatchEvent(new Event('submit', { bubbles: true }))),
  };
}
const refused = (code: string, more: object = {}) => ({
  ok: false as const,
  kind: 'refused' as const,
  status: 409,
  error: { code, message: 'Check the marked fields', ...more },
});

test('an edit shows in the preview and counts as unsaved until it is saved', async () => {
  const page = show();
  expect(page.text()).not.toContain('Not saved yet');
  page.enter('restaurant_name', 'Tamarind');
  expect(page.preview()).toContain('Tamarind');
  expect(page.text()).toContain('Not saved yet');

  saveBasicInfo.mockImplementation((changed) => {
    store({ ...websiteSetup, ...changed });
    return Promise.resolve(stored);
  });
  await page.send('Save basic information');
  expect(saveBasicInfo).toHaveBeenCalledExactlyOnceWith({ restaurant_name: 'Tamarind' });
  expect(page.text()).not.toContain('Not saved yet');
  expect(page.preview()).toContain('Tamarind');
});

test('an unsaved edit outlives the page, and can be discarded', () => {
  const first = show();
  first.enter('restaurant_name', 'Tamarind');
  const second = show();
  expect(second.field('restaurant_name').value).toBe('Tamarind');
  second.press('Discard changes');
  expect([second.field('restaurant_name').value, second.preview()?.includes('The Anchor')]).toEqual([
    'The Anchor',
    true,
  ]);
});

test('what is wrong stands at its field, and nothing is sent', async () => {
  const page = show();
  page.enter('restaurant_name', ' ');
  page.enter('instagram', 'https://evil.example/tamarind');
  await page.send('Save basic information');
  await page.send('Save pages and links');
  expect([saveBasicInfo.mock.calls.length, saveExtraPages.mock.calls.length]).toEqual([0, 0]);
  expect(page.field('restaurant_name').getAttribute('aria-invalid')).toBe('true');
  expect(page.text()).toContain('Enter the address of your page, such as https://www.instagram.com/your-restaurant');
});

test('a refusal keeps the edit and shows the server’s words at the field', async () => {
  const page = show();
  page.enter('phone_number', '12');
  saveBasicInfo.mockResolvedValue(
    refused('invalid_fields', { field_errors: { phone_number: 'This is not a telephone number' } }),
  );
  await page.send('Save basic information');
  expect(page.text()).toContain('This is not a telephone number');
  expect(page.field('phone_number').value).toBe('12');
});

test('says what another device changed while it was edited', async () => {
  const page = show();
  page.enter('restaurant_name', 'Mine');
  await act(async () => store({ ...websiteSetup, restaurant_name: 'Theirs', email: 'new@anchor.test' }));
  expect(page.text()).toContain('Changed elsewhere while you were editing: restaurant name.');
  saveBasicInfo.mockResolvedValue(stored);
  await page.send('Save basic information');
  expect(saveBasicInfo).toHaveBeenLastCalledWith({ restaurant_name: 'Mine' });
});

test('of two versions of the address the person chooses one', async () => {
  const page = show();
  page.enter('subdomain', 'mine');
  const theirs = { ...websiteSetup, subdomain: 'theirs', revisions: { ...websiteSetup.revisions, domain: 'b' } };
  saveDomain.mockResolvedValue(refused('changed_elsewhere', { current: theirs }));
  await page.send('Save address');
  expect(page.text()).toContain('Somebody changed this section meanwhile.');
  expect(page.text()).toContain('Name: theirs');
  await act(async () => page.button('Save mine instead').click());
  expect(saveDomain).toHaveBeenLastCalledWith(expect.objectContaining({ subdomain: 'mine' }), 'b');
  page.press('Show the other version');
  expect(page.field('subdomain').value).toBe('theirs');
});

test('colours that are hard to read are not sent, and the nearest readable one is offered', async () => {
  const page = show();
  page.enter('text', '#777777');
  expect(page.text()).toContain('Hard to read on the background: contrast 4.4, at least 4.5 is needed.');
  await page.send('Save colours');
  expect(saveThemeColors).not.toHaveBeenCalled();
  page.press('Use #767676');
  saveThemeColors.mockResolvedValue(stored);
  await page.send('Save colours');
  expect(saveThemeColors.mock.lastCall?.[0].theme_colors?.text).toBe('#767676');
});

test('opening hours are added by day and copied to all days', async () => {
  const page = show();
  const closed = () => page.preview().split('Closed').length - 1;
  expect(closed()).toBe(6);
  page.press('Add a time to Monday');
  expect(page.preview()).toContain('11:00–22:00, 18:00–22:00');
  page.press('Remove time 2 of Monday');
  page.press('Copy Monday to other days');
  page.press('Copy to all days from Monday');
  expect(closed()).toBe(0);
  page.type(page.place.querySelector('input[aria-label="Monday, opens"]')!, '');
  await page.send('Save opening hours');
  expect([saveOpeningHours.mock.calls.length, page.text().includes('Enter both times')]).toEqual([0, true]);
});
