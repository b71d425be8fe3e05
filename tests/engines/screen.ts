import { until, type Browser } from './browser.ts';

export type Role = 'button' | 'link' | 'textbox' | 'switch' | 'article' | 'status' | 'heading' | 'row';

/** What a person finds on the page: by role and accessible name, as Playwright does it in Chromium. */
export interface Screen {
  /** Waits until there is one. */
  waitFor(role: Role, name: RegExp, timeoutMs?: number): Promise<void>;
  waitForText(text: RegExp, timeoutMs?: number): Promise<void>;
  /** The names of all that there are, in the order of the page. */
  names(role: Role, name?: RegExp): Promise<string[]>;
  click(role: Role, name: RegExp): Promise<void>;
  /** Replaces what a field holds. */
  fill(name: RegExp, text: string): Promise<void>;
  press(key: keyof typeof keys): Promise<void>;
}

const selectors: Record<Role, string> = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  textbox: 'input:not([type=checkbox], [type=radio]), textarea',
  switch: '[role=switch]',
  article: 'article',
  status: '[role=status], output',
  heading: 'h1, h2, h3',
  row: 'tr',
};

/** WebDriver's signs for keys that write nothing. */
const keys = { Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003', Control: '\uE009' };

export function screenOf(browser: Browser): Screen {
  const find = (role: Role, name: RegExp, isTarget = false) =>
    browser.evaluate(findOnPage, selectors[role], name.source, name.flags, isTarget);

  const screen: Screen = {
    async waitFor(role, name, timeoutMs) {
      const isThere = async () => (await find(role, name)).names.length > 0;
      const others = async () => `there is ${(await find(role, /./)).names.slice(0, 60).join(' | ')}`;
      await until(`${role} ${name}`, isThere, timeoutMs).catch(async (error: Error) => {
        throw new Error(`${error.message}; ${await others()}`);
      });
    },
    async waitForText(text, timeoutMs) {
      const isThere = () =>
        browser.evaluate(
          (source, flags) => new RegExp(source, flags).test(document.body.innerText),
          text.source,
          text.flags,
        );
      await until(`text ${text}`, isThere, timeoutMs);
    },
    names: async (role, name = /./) => (await find(role, name)).names,
    async click(role, name) {
      await until(`${role} ${name} that can be clicked`, async () => {
        const { point } = await find(role, name, true);
        if (!point) return null;
        await browser.evaluate(guardTarget);
        await browser.perform([
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', ...point },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ]);
        return browser.evaluate(endGuard);
      });
    },
    async fill(name, text) {
      // The page may move under the pointer.
      await until(`the focus in ${name}`, async () => {
        await screen.click('textbox', name);
        return browser.evaluate(selectFocused);
      });
      await typeKeys([...text]);
    },
    press: (key) => typeKeys([keys[key]]),
  };

  const typeKeys = (values: string[]) =>
    browser.perform([
      {
        type: 'key',
        id: 'keyboard',
        actions: values.flatMap((value) => [
          { type: 'keyDown' as const, value },
          { type: 'keyUp' as const, value },
        ]),
      },
    ]);
  return screen;
}

declare global {
  interface Window {
    /** What the next click is meant for. */
    engineTarget?: Element;
    /** Ends the guard; returns whether the click hit its target. */
    endEngineGuard?: () => boolean;
  }
}

/**
 * In the page: until `endGuard`, swallows what does not hit the target, as when the page moves under the pointer. If it moves between
 * press and release, the click goes to what holds both places, and the target is not clicked.
 */
function guardTarget(): void {
  const target = window.engineTarget!;
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  let isClicked = false;
  const guard = (event: Event) => {
    const isOn = event.composedPath().includes(target);
    isClicked ||= isOn && event.type === 'click';
    if (isOn || (event.target as Node).contains(target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) window.addEventListener(type, guard, { capture: true });
  window.endEngineGuard = () => {
    for (const type of types) window.removeEventListener(type, guard, { capture: true });
    delete window.endEngineGuard;
    return isClicked;
  };
}

/** In the page: answers whether the click hit its target. The click may have led to another page, which has no guard. */
function endGuard(): boolean {
  return window.endEngineGuard?.() ?? true;
}

/** In the page: answers whether a field has the focus. */
function selectFocused(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isField) field.select();
  return isField;
}

interface Found {
  /** Accessible names, in the order of the page. */
  names: string[];
  /** Where the first one is hit that rests and that nothing lies over; null: there is none. */
  point: { x: number; y: number } | null;
}

/** In the page: what is visible of this kind. `isTarget`: it is scrolled to, to be hit. */
async function findOnPage(selector: string, source: string, flags: string, isTarget: boolean): Promise<Found> {
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const labelledBy = element.getAttribute('aria-labelledby');
    const labels = labelledBy
      ? labelledBy.split(' ').map((id) => document.getElementById(id))
      : [...((element as HTMLInputElement).labels ?? [])];
    const texts = (labels.length > 0 ? labels : [element]).map((one) => one?.textContent ?? '');
    return texts.join(' ').trim();
  };
  const isWanted = new RegExp(source, flags);
  const found = [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && isWanted.test(nameOf(element)),
  );
  const names = found.map(nameOf);
  if (!isTarget) return { names, point: null };
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const element of found) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await nextFrame();
    await nextFrame();
    const { x, y, width, height } = element.getBoundingClientRect();
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const top = document.elementFromPoint(point.x, point.y);
    const isHit = top !== null && (element.contains(top) || top.contains(element));
    if (isHit && x === before.x && y === before.y) {
      window.engineTarget = element;
      return { names, point };
    }
  }
  return { names, point: null };
}
