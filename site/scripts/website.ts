// The websites of restaurants work without this script. It adds dishes without loading a page, searches while somebody types, tells
// the price of a choice, keeps people from sending an order twice by hand, and follows an order.

import { fold } from '../../contract/fold.ts';

const query = <E extends Element>(selector: string) => document.querySelector<E>(selector);
const queryAll = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];

const POLL_MS = 5000;
const SLOW_POLL_MS = 15_000;

for (const form of queryAll<HTMLFormElement>('form[data-add]')) addWithoutLoading(form);
for (const form of queryAll<HTMLFormElement>('form[data-dish-form]')) followPrice(form);
for (const button of queryAll<HTMLButtonElement>('button[data-once]')) sendOnce(button);
const search = query<HTMLFormElement>('form[data-search]');
if (search) searchWhileTyping(search);
markCategory();
const order = query<HTMLElement>('[data-order]');
if (order) followOrder(order);
const chat = query<HTMLElement>('[data-chat]');
if (chat) followChat(chat);

interface Added {
  count?: number;
  total?: string;
  ofDish?: number;
  problem?: string;
}

const post = (url: string, form: HTMLFormElement): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
  });

/** The answer is the basket; whatever goes wrong, the form is sent as without script, and the page says why. */
function addWithoutLoading(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void (async () => {
      try {
        const response = await post(form.action, form);
        const added = (await response.json()) as Added;
        if (!response.ok || added.count === undefined) return form.submit();
        const mark = form.querySelector<HTMLElement>('[data-mark]')!;
        mark.textContent = String(added.ofDish);
        mark.classList.add('has');
        showBasket(added);
      } catch {
        form.submit(); // No network: the browser says so.
      }
    })();
  });
}

function showBasket({ count, total }: Added): void {
  const bar = query<HTMLElement>('[data-basket]');
  if (!bar) return;
  bar.hidden = false;
  bar.querySelector('[data-count]')!.textContent = String(count);
  bar.querySelector('[data-total]')!.textContent = total ?? '';
}

function followPrice(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLElement>('[data-price]')!;
  let requested = 0;
  let timer = 0;
  const request = async () => {
    const mine = (requested += 1);
    try {
      const response = await post(`${document.body.dataset['base'] ?? ''}/price`, form);
      const { price } = (await response.json()) as { price?: string };
      // A slower answer to an earlier choice must not replace this one.
      if (mine === requested) place.textContent = price ?? '';
    } catch {
      place.textContent = ''; // The price is told in the basket.
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void request(), 150);
  };
  form.addEventListener('input', later);
  later();
  for (const group of form.querySelectorAll<HTMLElement>('[data-most]')) limitChoices(group);
}

/** No more can be ticked than may be chosen. */
function limitChoices(group: HTMLElement): void {
  const most = Number(group.dataset['most']);
  if (!most) return;
  const boxes = [
    ...group.querySelectorAll<HTMLInputElement>(':scope > .choice > .pick > input[type=checkbox]:not(:disabled)'),
  ];
  const apply = () => {
    const isFull = boxes.filter((box) => box.checked).length >= most;
    for (const box of boxes) box.disabled = isFull && !box.checked;
  };
  group.addEventListener('change', apply);
  apply();
}

/** A second press sends nothing. A page that comes back from the browser's memory may be sent again. */
function sendOnce(button: HTMLButtonElement): void {
  button.form?.addEventListener('submit', (event) => {
    if (button.ariaDisabled === 'true') return event.preventDefault();
    button.ariaDisabled = 'true';
  });
  addEventListener('pageshow', () => {
    button.ariaDisabled = null;
  });
}

function searchWhileTyping(form: HTMLFormElement): void {
  const input = form.querySelector('input')!;
  const found = query<HTMLElement>('[data-found]')!;
  const dishes = queryAll<HTMLElement>('[data-dish]');
  const sections = queryAll<HTMLElement>('.category');
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', () => {
    const terms = fold(input.value).split(' ').filter(Boolean);
    let many = 0;
    for (const dish of dishes) {
      dish.hidden = !terms.every((term) => dish.dataset['dish']!.includes(term));
      if (!dish.hidden) many += 1;
    }
    for (const section of sections) section.hidden = !section.querySelector('[data-dish]:not([hidden])');
    found.hidden = terms.length === 0;
    found.textContent = `${many} ${many === 1 ? 'dish' : 'dishes'} found.`;
  });
}

/** Shows in the tabs which category is being read. */
function markCategory(): void {
  const tabs = queryAll<HTMLAnchorElement>('.tabs a');
  if (tabs.length === 0) return;
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.find((one) => one.isIntersecting);
      if (!entry) return;
      for (const tab of tabs)
        if (tab.hash === `#${entry.target.id}`) tab.setAttribute('aria-current', 'true');
        else tab.removeAttribute('aria-current');
    },
    { rootMargin: '-64px 0px -70% 0px' },
  );
  for (const section of queryAll('.category')) seen.observe(section);
}

interface OrderState {
  order_status: string;
  headline: string;
  detail: string;
  done: number;
  isFinal: boolean;
}

/** Asks while the page is seen. An order that has ended is loaded once more, with what can be done then. */
function followOrder(page: HTMLElement): void {
  poll(async () => {
    const response = await fetch(page.dataset['order']!, { headers: { Accept: 'application/json' } });
    if (!response.ok) return;
    const state = (await response.json()) as OrderState;
    if (state.isFinal || (page.dataset['status'] === 'pending' && state.order_status !== 'pending'))
      return location.reload();
    setText('[data-headline]', state.headline);
    setText('[data-detail]', state.detail);
    page.querySelectorAll('[data-steps] li').forEach((step, i) => step.classList.toggle('done', i < state.done));
  }, POLL_MS);
}

/** An unfinished message stays: the page is not loaded while something is typed. */
function followChat(page: HTMLElement): void {
  poll(async () => {
    const response = await fetch(page.dataset['chat']!, { headers: { Accept: 'application/json' } });
    if (!response.ok) return;
    const { newest } = (await response.json()) as { newest: string };
    if (newest !== page.dataset['newest'] && !page.querySelector('textarea')?.value) location.reload();
  }, SLOW_POLL_MS);
}

/** Text that does not change is not set: a screen reader would read it again. */
function setText(selector: string, text: string): void {
  const element = query<HTMLElement>(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

function poll(request: () => Promise<void>, everyMs: number): void {
  const round = async () => {
    try {
      if (document.visibilityState === 'visible') await request();
    } catch {
      // No network: the next round asks again.
    }
    setTimeout(() => void round(), everyMs);
  };
  setTimeout(() => void round(), everyMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void request().catch(() => undefined);
  });
}
