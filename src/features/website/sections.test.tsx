// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { websiteSetup } from '../../../tests/support/website-setup.ts';
import * as serverData from '../../api/use-server-data.ts';
import { ColorsSection, faultsOfColors } from './ColorsSection.tsx';
import { Preview } from './Preview.tsx';
import { faultsOfPages, PagesSection } from './TextSections.tsx';

// Its frames are empty pages.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
  enableIframePageLoading: true,
});
const edit = vi.fn<(change: object) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  edit.mockClear();
});
afterEach(() => vi.useRealTimers());

const inTheme = (element: React.ReactNode) => <FluentProvider theme={webLightTheme}>{element}</FluentProvider>;

test('colours that are hard to read are not saved, and the nearest readable one is offered', () => {
  const theme_colors = { ...websiteSetup.theme_colors, text: '#777777' };
  const page = rendered(inTheme(<ColorsSection shown={{ ...websiteSetup, theme_colors }} edit={edit} />));
  expect(page.text()).toContain('Hard to read on the background: contrast 4.4, at least 4.5 is needed.');
  expect(Object.keys(faultsOfColors(theme_colors))).toEqual(['text']);
  page.press('Use #767676');
  expect(edit).toHaveBeenCalledExactlyOnceWith({ theme_colors: { ...theme_colors, text: '#767676' } });
});

test('a link that leads elsewhere is named at its field', () => {
  const shown = { ...websiteSetup, social_media_links: { instagram: 'https://evil.example/tamarind' } };
  const errors = faultsOfPages(shown);
  const page = rendered(inTheme(<PagesSection shown={shown} errors={errors} edit={edit} />));
  expect(page.text()).toContain('Enter the address of your page, such as https://www.instagram.com/your-restaurant');
});

test('what is typed is sent into a new frame once the typing ends', () => {
  vi.spyOn(serverData, 'useQuery').mockReturnValue({
    answer: { ok: true, data: { url: 'https://galley.test/site/a?preview=token', expires_at: '2999-01-01T00:00:00Z' } },
    ask: () => {},
  });
  const sent: string[][] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const [token, draft] = [...this.querySelectorAll('input')].map(({ value }) => value);
    const { short_description } = JSON.parse(draft!) as { short_description: string };
    sent.push([new URL(this.action, 'https://a').pathname, this.target, token!, short_description]);
  });
  const shown = (short_description: string) =>
    inTheme(<Preview draft={{ ...websiteSetup, short_description }} subdomain="the-anchor" sent={0} />);
  const page = rendered(shown('Fish'));
  const wait = () => act(() => void vi.runAllTimers());
  wait();
  page.rerender(shown('Fish a'));
  page.rerender(shown('Fish and'));
  wait();
  const names = sent.map(([, target]) => target);
  expect(sent).toEqual([
    ['/site/the-anchor/draft', names[0], 'token', 'Fish'],
    ['/site/the-anchor/draft', names[1], 'token', 'Fish and'],
  ]);
  const frames = [...page.place.querySelectorAll('iframe')];
  expect(frames.map(({ name, sandbox }) => [name, sandbox.value])).toEqual([[names[1], 'allow-same-origin']]);
});
