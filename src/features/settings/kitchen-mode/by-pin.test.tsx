// @vitest-environment happy-dom
import { createHash, createHmac } from 'node:crypto';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approvedText, checkText, doneText } from '../../../../contract/kitchen-mode/proof.ts';
import type { Permission, Role } from '../../../../contract/people/permissions.ts';
import type { Result } from '../../../api/send.ts';
import type { Sign } from '../../../../contract/kitchen-mode/proof.ts';
import { signer } from '../../../data/signer.ts';
import { askApproval } from '../../../session/approvals.ts';
import { keepAnswer } from '../../../session/kept-answers.ts';
import { lockKitchen, lockNow, roleNow } from '../../../session/kitchen-mode.ts';
import { session } from '../../../session/session.ts';
import { id } from '../../../../tests/support/rows.ts';
import { soon } from '../../../../tests/support/soon.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { ApprovalDialog } from './ApprovalDialog.tsx';
import { keyOf } from './keys.ts';
import { keptPeople, type DevicePerson } from './people.ts';
import { PinEntry } from './PinEntry.tsx';
import { closeAgain, openByPin } from './requests.ts';
import { SwitchDialog } from './SwitchDialog.tsx';

type Args = { body?: { pin: string; person: string } };
const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: Args) => Promise<unknown>>());
const network = vi.hoisted(() => ({ isOnline: true }));
vi.mock('../../../api/send.ts', () => ({ send }));
vi.mock('../../../sync/runtime/client.ts', () => ({
  useIsOnline: () => network.isOnline,
  sendNow: async () => ({ kind: 'sent' }),
  tryNow: () => undefined,
}));

// An animation that is cancelled would reject after its test.
Element.prototype.animate = () =>
  ({ finished: Promise.resolve(), cancel() {}, play() {}, pause() {}, finish() {}, persist() {} }) as never; // what is read of it

const RESTAURANT = id(90);
const TOKEN = 'token-of-the-tablet';
const tokenHash = createHash('sha256').update(TOKEN).digest('hex');
const macOf = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** As the server describes them, with the least cost that argon2id has. */
async function person(n: number, name: string, role: Role, pin: string): Promise<DevicePerson> {
  const cost = { salt: btoa(`salt of ${name}, ${pin}`), memory: 8, passes: 1, check: '' };
  const key = await keyOf({ id: id(n), name, role, pin: cost }, pin, RESTAURANT);
  return { id: id(n), name, role, pin: { ...cost, check: macOf(key, checkText(tokenHash)) } };
}
const PINS: Record<string, string> = { Ravi: '4071', Mia: '5823', Tom: '7316' };
const ravi = await person(1, 'Ravi', 'owner', PINS['Ravi']!);
const mia = await person(2, 'Mia', 'manager', PINS['Mia']!);
const tom = await person(3, 'Tom', 'cashier', PINS['Tom']!);

const done = { key: id(70), call: 'orders.setStatus', path: { id: id(71) }, body: { order_status: 'cancelled' } };
const ok = (data: unknown) => ({ ok: true, data });
const refused = (code: string) => ({ ok: false, kind: 'refused', status: 400, error: { code, message: code } });
const offline = { ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } };
/** Who may use the device, as the server has it now, with their PINs. */
let there: { people: DevicePerson[]; pins: Record<string, string> };
const asServer = async ({ name }: { name: string }, { body }: Args) => {
  if (!network.isOnline) return offline;
  if (name === 'kitchenMode.people') return ok(there.people);
  if (name === 'kitchenMode.lock') return ok(null);
  if (name !== 'kitchenMode.unlock') throw new Error(`${name} was not expected`);
  const found = there.people.find((one) => one.id === body!.person);
  return found && there.pins[found.name] === body!.pin ? ok(null) : refused('pin_wrong');
};

beforeEach(() => {
  localStorage.clear();
  network.isOnline = true;
  there = { people: [mia, ravi, tom], pins: { ...PINS } };
  send.mockReset().mockImplementation(asServer);
  const restaurant = { id: RESTAURANT, name: null, address: null, country_code: null, city: null };
  Object.assign(session, { restaurant, authToken: TOKEN, kitchenMode: { pinFor: 'everything' }, role: 'owner' });
  keepAnswer('people at this device', there.people);
});
afterEach(() =>
  act(async () => {
    lockKitchen();
    Object.assign(session, { restaurant: null, authToken: null, kitchenMode: null, role: 'owner' });
  }),
);

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.code);
const sent = (name: string) => send.mock.calls.filter(([call]) => call.name === name).map(([, args]) => args);
/** As the server makes it from the PIN. */
const proofOf = async (who: DevicePerson, pin: string, text: string) => macOf(await keyOf(who, pin, RESTAURANT), text);

describe('opening by a PIN', () => {
  test('online the right PIN opens the device, and what is done is signed by that person', async () => {
    expect(lockNow()).toBe('everything');
    expect(codeOf(await openByPin(tom, PINS['Tom']!))).toBe('ok');
    expect(sent('kitchenMode.unlock')).toEqual([{ body: { pin: PINS['Tom'], person: tom.id } }]);
    expect([lockNow(), roleNow()]).toEqual([null, 'cashier']);
    expect(signer.sign(done).by).toEqual({
      person: tom.id,
      name: 'Tom',
      proof: await proofOf(tom, PINS['Tom']!, doneText(done)),
    });
  });

  test('online a wrong PIN opens nothing', async () => {
    expect(codeOf(await openByPin(tom, '9999'))).toBe('pin_wrong');
    expect([lockNow(), roleNow(), signer.sign(done)]).toEqual(['everything', 'owner', {}]);
  });

  test('what the server refuses stays closed, whatever the device knows', async () => {
    there.pins['Tom'] = '2222';
    expect(codeOf(await openByPin(tom, PINS['Tom']!))).toBe('pin_wrong');
    expect(lockNow()).toBe('everything');
  });

  test('offline the device knows the right PIN by the people that it has kept', async () => {
    network.isOnline = false;
    const [kept] = keptPeople().filter(({ id: one }) => one === tom.id);
    expect(codeOf(await openByPin(kept!, PINS['Mia']!))).toBe('pin_wrong');
    expect(lockNow()).toBe('everything');
    expect(codeOf(await openByPin(kept!, PINS['Tom']!))).toBe('ok');
    expect([lockNow(), roleNow()]).toEqual([null, 'cashier']);
    expect(signer.sign(done).by?.proof).toBe(await proofOf(tom, PINS['Tom']!, doneText(done)));
  });

  test('offline the value of another session knows no PIN', async () => {
    network.isOnline = false;
    session.authToken = 'token-of-another-tablet';
    expect(codeOf(await openByPin(tom, PINS['Tom']!))).toBe('pin_wrong');
    expect(lockNow()).toBe('everything');
  });

  test('offline the sixth attempt waits, though it is right, and other people do not', async () => {
    network.isOnline = false;
    for (let i = 0; i < 5; i += 1) expect(codeOf(await openByPin(tom, `999${i}`))).toBe('pin_wrong');
    const result = await openByPin(tom, PINS['Tom']!);
    expect(result).toMatchObject({ ok: false, kind: 'refused', status: 429, error: { code: 'too_many' } });
    const wait = result.ok ? 0 : result.error.retry_after_seconds!;
    expect(wait).toBeGreaterThan(880);
    expect(wait).toBeLessThanOrEqual(900);
    expect(lockNow()).toBe('everything');
    expect(codeOf(await openByPin(mia, PINS['Mia']!))).toBe('ok');
  });

  test('offline the right PIN forgets the wrong ones before it', async () => {
    network.isOnline = false;
    for (const pin of ['9990', '9991', '9992', '9993', PINS['Tom']!, '9994']) await openByPin(tom, pin);
    expect(codeOf(await openByPin(tom, PINS['Tom']!))).toBe('ok');
  });

  test('a PIN that was changed since the people were kept has them asked for again', async () => {
    const changed = await person(3, 'Tom', 'cashier', '8264');
    there = { people: [mia, ravi, changed], pins: { ...PINS, Tom: '8264' } };
    expect(codeOf(await openByPin(tom, '8264'))).toBe('ok');
    expect(sent('kitchenMode.people')).toHaveLength(1);
    expect(lockNow()).toBeNull();
    // Or the server would refuse what is done with it.
    expect(signer.sign(done).by?.proof).toBe(await proofOf(changed, '8264', doneText(done)));
    lockKitchen();
    network.isOnline = false;
    const [kept] = keptPeople().filter(({ id: one }) => one === tom.id);
    expect(codeOf(await openByPin(kept!, '8264'))).toBe('ok');
  });

  test('a changed PIN opens nothing while the people cannot be asked for', async () => {
    there.pins['Tom'] = '8264';
    send.mockImplementation(async (call, args) =>
      call.name === 'kitchenMode.people' ? offline : asServer(call, args),
    );
    expect(codeOf(await openByPin(tom, '8264'))).toBe('offline');
    expect(lockNow()).toBe('everything');
  });

  test('locking works offline, and tells the server', async () => {
    await openByPin(tom, PINS['Tom']!);
    network.isOnline = false;
    await closeAgain();
    expect([lockNow(), signer.sign(done)]).toEqual(['everything', {}]);
    expect(sent('kitchenMode.lock')).toHaveLength(1);
  });
});

/** Dialogs are beside what renders them. */
const names = () =>
  [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent);
const press = (name: string) => {
  const found = [...document.querySelectorAll('button')].filter((one) => one.textContent === name);
  if (found.length !== 1) throw new Error(`${found.length} buttons ${name} among: ${names().join(', ')}`);
  act(() => found[0]!.click());
};
const pad = () => document.querySelector('input[type=password]');
const offered = () => [...document.querySelectorAll('[aria-label="Who is it?"] button')].map((one) => one.textContent);
const enter = (pin: string, submit: string) => {
  for (const digit of pin) press(digit);
  press(submit);
};
const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    check();
  });
const show = async (element: ReactNode) => {
  const shown = rendered(<FluentProvider theme={webLightTheme}>{element}</FluentProvider>);
  // The answer about who may use the device.
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  return shown;
};

describe('PinEntry', () => {
  const onPin = vi.fn<(who: DevicePerson, pin: string) => Promise<Result<unknown>>>();
  beforeEach(() => void onPin.mockReset().mockResolvedValue({ ok: true, data: null }));
  const entry = (people: DevicePerson[]) => show(<PinEntry people={people} submitLabel="Unlock" onPin={onPin} />);

  test('with one person it shows the pad at once', async () => {
    const shown = await entry([tom]);
    expect(shown.text()).toContain('Tom');
    expect([offered(), pad() === null, names().includes('Somebody else')]).toEqual([[], false, false]);
    enter('7316', 'Unlock');
    await until(() => expect(onPin.mock.calls).toEqual([[tom, '7316']]));
  });

  test('with several people it asks who it is, and lets somebody else take over', async () => {
    const shown = await entry([mia, tom]);
    expect([offered(), pad()]).toEqual([['MiaManager', 'TomCashier'], null]);
    press('MiaManager');
    expect([offered(), pad() === null]).toEqual([[], false]);
    for (const digit of '58') press(digit);
    press('Somebody else');
    expect([offered().length, pad()]).toEqual([2, null]);
    press('TomCashier');
    expect(shown.text()).toContain('Tom');
    // Nothing is left of what Mia has typed.
    enter('7316', 'Unlock');
    await until(() => expect(onPin.mock.calls).toEqual([[tom, '7316']]));
  });

  test('says why a PIN opens nothing, and empties the field', async () => {
    onPin.mockResolvedValue({ ok: false, kind: 'refused', status: 400, error: { code: 'pin_wrong', message: '' } });
    const shown = await entry([tom]);
    enter('731', 'Unlock');
    expect(shown.text()).toContain('A PIN has four to eight digits.');
    expect(onPin).not.toHaveBeenCalled();
    press('0');
    press('Unlock');
    await until(() => expect(shown.text()).toContain('Wrong PIN.'));
    expect((pad() as HTMLInputElement).value).toBe('');
  });

  test('with nobody it says what brings them', async () => {
    const shown = await entry([]);
    expect(shown.text()).toContain('Nobody’s PIN is known on this device yet. Connect it to the internet once.');
    expect([pad(), names()]).toEqual([null, []]);
  });

  test('forgets a person who may not use the device any more, with what they have typed', async () => {
    const shown = await entry([mia, ravi, tom]);
    press('TomCashier');
    const leave = (people: DevicePerson[]) =>
      shown.rerender(
        <FluentProvider theme={webLightTheme}>
          <PinEntry people={people} submitLabel="Unlock" onPin={onPin} />
        </FluentProvider>,
      );
    leave([mia, ravi]);
    expect([offered(), pad()]).toEqual([['MiaManager', 'RaviOwner'], null]);
    press('MiaManager');
    for (const digit of '5823') press(digit);
    leave([ravi]);
    expect(shown.text()).toContain('Ravi');
    expect((pad() as HTMLInputElement).value).toBe('');
  });
});

describe('SwitchDialog', () => {
  const onClose = vi.fn<() => void>();
  beforeEach(() => void onClose.mockReset());
  const dialog = () => show(<SwitchDialog onClose={onClose} />);
  const text = () => document.querySelector('[role=dialog]')!.textContent;

  test('offers everybody but the person who uses the device, and opens it for the next', async () => {
    await openByPin(tom, PINS['Tom']!);
    await dialog();
    expect(text()).toContain('Tom does now.');
    expect(offered()).toEqual(['MiaManager', 'RaviOwner']);
    press('MiaManager');
    enter('9999', 'Unlock');
    await until(() => expect(text()).toContain('Wrong PIN.'));
    expect([onClose.mock.calls.length, roleNow()]).toEqual([0, 'cashier']);
    enter(PINS['Mia']!, 'Unlock');
    await until(() => expect(onClose).toHaveBeenCalledOnce());
    expect(roleNow()).toBe('manager');
  });

  test('locks the device', async () => {
    await openByPin(tom, PINS['Tom']!);
    await dialog();
    press('Lock');
    await until(() => expect(sent('kitchenMode.lock')).toHaveLength(1));
    await until(() => expect([lockNow(), onClose.mock.calls.length]).toEqual(['everything', 1]));
  });

  test('has nothing to lock while nobody uses the device', async () => {
    await dialog();
    expect(text()).toContain('Nobody does now.');
    expect([names().includes('Lock'), offered().length]).toEqual([false, 3]);
    press('Close');
    await until(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test('offers whom the server has since', async () => {
    there.people = [mia, ravi];
    await dialog();
    await until(() => expect(offered()).toEqual(['MiaManager', 'RaviOwner']));
  });
});

describe('ApprovalDialog', () => {
  const ask = async (permission: Permission, what: string) => {
    const answers: (Sign | null)[] = [];
    await act(async () => void askApproval(permission, what).then((answer) => answers.push(answer)));
    await until(() => expect(dialog()).not.toBeNull());
    return answers;
  };
  const dialog = () => document.querySelector('[role=dialog]');
  beforeEach(async () => {
    await openByPin(tom, PINS['Tom']!);
  });

  test('offers whose role may, and signs for who enters the right PIN', async () => {
    await show(<ApprovalDialog />);
    expect(dialog()).toBeNull();
    const answers = await ask('orders.cancel', 'Cancel order #12');
    expect(dialog()!.textContent).toContain('Cancel order #12?');
    expect(dialog()!.textContent).toContain('Only the owner or a manager can do this.');
    expect(offered()).toEqual(['MiaManager', 'RaviOwner']);
    press('MiaManager');
    enter(PINS['Tom']!, 'Approve');
    await until(() => expect(dialog()!.textContent).toContain('Wrong PIN.'));
    expect(answers).toEqual([]);
    enter(PINS['Mia']!, 'Approve');
    await until(() => expect(answers).toHaveLength(1));
    expect(answers[0]!(done)).toEqual({
      person: mia.id,
      name: 'Mia',
      proof: await proofOf(mia, PINS['Mia']!, approvedText(done)),
    });
    await until(() => expect(dialog()).toBeNull());
    // The device stays with who used it.
    expect(roleNow()).toBe('cashier');
    expect(signer.sign(done).by?.person).toBe(tom.id);
  });

  test('works offline, and five wrong PINs wait', async () => {
    network.isOnline = false;
    await show(<ApprovalDialog />);
    const answers = await ask('payments.refund', 'Refund £5.00');
    press('RaviOwner');
    for (let i = 0; i < 5; i += 1) {
      enter(`999${i}`, 'Approve');
      await until(() => expect((pad() as HTMLInputElement).value).toBe(''));
      expect(dialog()!.textContent).toContain('Wrong PIN.');
    }
    enter(PINS['Ravi']!, 'Approve');
    await until(() => expect(dialog()!.textContent).toContain('Too many attempts. Try again in 15 minutes'));
    expect(answers).toEqual([]);
    press('Somebody else');
    press('MiaManager');
    enter(PINS['Mia']!, 'Approve');
    await until(() => expect(answers).toHaveLength(1));
    expect(answers[0]!(done)).toMatchObject({ person: mia.id });
  });

  test('shows the pad at once where only one may', async () => {
    await show(<ApprovalDialog />);
    await ask('money.move', 'Withdraw');
    expect([offered(), pad() === null]).toEqual([[], false]);
    expect(dialog()!.textContent).toContain('Ravi');
  });

  test('“Not now” approves nothing', async () => {
    await show(<ApprovalDialog />);
    const answers = await ask('orders.cancel', 'Cancel order #12');
    press('Not now');
    await until(() => expect(answers).toEqual([null]));
    expect(dialog()).toBeNull();
  });
});
