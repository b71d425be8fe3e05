import type { AppClick } from './app-clicks.ts';
import type { Opened } from './cold-open.ts';
import type { ArrivingTimes } from './arriving-changes.ts';
import type { Drain } from './drain.ts';
import { median, ms, percentile, table, times } from './figures.ts';
import type { OtherTab } from './other-tab.ts';
import type { MenuListTimes } from './menu-list.ts';
import type { SearchTimes } from './search.ts';
import type { ChangeRound } from './page/changes.ts';
import type { PageTimes } from './page/pages.ts';
import type { FirstSync } from './page/raw-sync.ts';
import type { MeasuredMutation, MeasuredMutations } from './page/mutations.ts';

export interface Figures {
  firstSync: { app: FirstSync & { pagesAtFirst: number }; raw: FirstSync };
  drain: Drain;
  filtered: PageTimes[];
  changes: ChangeRound[];
  /** By CPU slowdown. */
  opens: Record<1 | 4, { raw: Opened[]; layer: Opened[]; app: Opened[] }>;
  appClicks: AppClick[];
  mutations: MeasuredMutations;
  otherTab: OtherTab;
  search: SearchTimes;
  menuList: MenuListTimes;
  arriving: ArrivingTimes;
}

type Row = [what: string, asked: string, raw: string, ours: string, isMet: boolean];

/** One line per figure: what is measured, the platform's time in the same run, and Galley's. */
export function report(found: Partial<Figures>): string {
  const rows: Row[] = [
    ...(found.mutations ? mutations(found.mutations) : []),
    ...(found.appClicks ? appClicks(found.appClicks) : []),
    ...(found.otherTab ? tabs(found.otherTab) : []),
    ...(found.drain ? drain(found.drain) : []),
    ...(found.changes ? changes(found.changes) : []),
    ...(found.firstSync ? firstSync(found.firstSync) : []),
    ...(found.filtered ?? []).map(filtered),
    ...(found.opens ? opens(found.opens) : []),
    ...(found.search ? search(found.search) : []),
    ...(found.menuList ? menuList(found.menuList) : []),
    ...(found.arriving ? arriving(found.arriving) : []),
  ];
  return table([
    ['', 'asked for', 'raw', 'Galley', ''],
    ...rows.map(([what, required, raw, ours, isMet]) => [what, required, raw, ours, isMet ? 'yes' : 'NO']),
  ]);
}

const share = (of: { isInNextFrame: boolean }[]) => of.filter((one) => one.isInNextFrame).length / of.length;
const frames = (of: AppClick[]) =>
  `${of.filter((one) => one.isInNextFrame).length} of ${of.length}, ${ms(median(of.map((one) => one.inDomMs)))}`;

function mutations({ raw, layer }: MeasuredMutations): Row[] {
  const durable = (of: MeasuredMutation[], p: number) =>
    percentile(
      of.map((one) => one.durableMs),
      p,
    );
  const at = (p: number, name: string): Row => [
    `tap to durable, ${name}`,
    'x2',
    ms(durable(raw, p)),
    against(durable(layer, p), durable(raw, p)),
    durable(layer, p) <= 2 * durable(raw, p),
  ];
  return [
    ['tap in the DOM before the next frame', '99 of 100', frames(raw), frames(layer), share(layer) >= 0.99],
    at(0.5, 'median'),
    at(0.95, 'p95'),
  ];
}

const appClicks = (clicks: AppClick[]): Row[] => [
  ['tap in the DOM before the next frame, the whole app', '99 of 100', '', frames(clicks), share(clicks) >= 0.99],
];

function tabs({ raw, layer }: OtherTab): Row[] {
  return [
    ['tap to the other tab, median', '', ms(median(raw)), against(median(layer), median(raw)), true],
    [
      'tap to the other tab, p95',
      '15 ms',
      ms(percentile(raw, 0.95)),
      against(percentile(layer, 0.95), percentile(raw, 0.95)),
      percentile(layer, 0.95) <= 15,
    ],
  ];
}

function drain({ queued, pushes, ms: took, bareMs }: Drain): Row[] {
  return [
    [
      `${queued} queued changes at the server`,
      '2 trips',
      `${ms(bareMs)} (bare trips)`,
      `${pushes} trips, ${against(took, bareMs)}`,
      pushes <= 2,
    ],
  ];
}

function changes(rounds: ChangeRound[]): Row[] {
  const most = Math.max(...rounds.flatMap(({ reads }) => Object.values(reads)));
  const least = Math.min(
    ...rounds.flatMap(({ reads }) => Object.entries(reads).map(([name, n]) => (name.includes('not changed') ? 1 : n))),
  );
  const raw = median(rounds.map(({ rawMs }) => rawMs));
  return [
    [
      '1,000 remote changes: the view is right',
      '',
      ms(raw),
      against(median(rounds.map(({ layerMs }) => layerMs)), raw),
      true,
    ],
    ['how often each live query was read for them', 'once', '', `${least} to ${most}`, most <= 1],
  ];
}

function firstSync({ app, raw }: Figures['firstSync']): Row[] {
  return [
    [
      'first sync: 15 orders on the screen, of the whole app',
      'after the first page',
      ms(raw.firstMs),
      `after ${app.pagesAtFirst} of ${app.pages} pages, ${against(app.firstMs, raw.firstMs)}`,
      app.pagesAtFirst <= 2,
    ],
    ['first sync, all of it', '', ms(raw.allMs), against(app.allMs, raw.allMs), true],
  ];
}

const filtered = ({ name, page, raw, layer }: PageTimes): Row => [
  `page ${page}: ${name}`,
  'x1',
  ms(raw),
  against(layer, raw),
  layer <= raw,
];

function opens(of: Figures['opens']): Row[] {
  const took = (all: Opened[]) => median(all.filter(({ busyMs }) => busyMs === null).map(({ ms: wallMs }) => wallMs));
  const busy = (all: Opened[]) => median(all.flatMap(({ busyMs }) => busyMs ?? []));
  return ([1, 4] as const).flatMap((slower) => {
    const { raw, layer, app } = of[slower];
    const limit = slower === 1 ? 300 : 800;
    return [
      [
        `cold start offline to 15 orders, ${slower}x CPU: layer and React`,
        '',
        ms(took(raw)),
        against(took(layer), took(raw)),
        true,
      ],
      [`the same, the whole app`, `${limit} ms`, ms(took(raw)), against(took(app), took(raw)), took(app) <= limit],
      ['what of it the page itself is at work', '', ms(busy(raw)), against(busy(app), busy(raw)), true],
    ] satisfies Row[];
  });
}

function search({ whileReadingMs, readMs, completeMs }: SearchTimes): Row[] {
  const row = (name: string, times: number[]): Row => [
    `search, 4x CPU: first results, ${name}`,
    '50 ms',
    '',
    `${ms(median(times))}, at most ${ms(Math.max(...times))}`,
    median(times) <= 50,
  ];
  return [
    row('while rows are being read', whileReadingMs),
    row('all rows read', readMs),
    ['search, 4x CPU: all rows can be found after', '', '', ms(completeMs), true],
  ];
}

function menuList({ dishes, coldMs, placeholders, categoryMs, searchMs }: MenuListTimes): Row[] {
  const of = `${dishes} dishes, 4x CPU`;
  const row = (name: string, times: number[]): Row => [
    `${of}: ${name}`,
    '50 ms',
    '',
    `${ms(median(times))}, at most ${ms(Math.max(...times))}`,
    median(times) <= 50,
  ];
  return [
    [`${of}: first dish after a cold start`, '', '', ms(median(coldMs)), true],
    [`${of}: cold starts with a placeholder`, 'none', '', `${placeholders} of ${coldMs.length}`, placeholders === 0],
    row('another category', categoryMs),
    row('a search', searchMs),
  ];
}

function arriving({ dishes, workMs, longestMs }: ArrivingTimes): Row[] {
  const of = `board of ${dishes} dishes, 4x CPU: a change arrives`;
  const longest = Math.max(...longestMs);
  return [
    [`${of}, all its work`, '', '', `${ms(median(workMs))}, at most ${ms(Math.max(...workMs))}`, true],
    [`${of}, its longest task`, '50 ms', '', longest === 0 ? 'below 50 ms' : ms(longest), longest <= 50],
  ];
}

const against = (value: number, base: number): string => `${ms(value)} ${times(value, base)}`;
