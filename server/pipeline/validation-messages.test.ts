import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import * as auth from '../../contract/auth/calls.ts';
import { Currency, Instant, LocalDate, Price, text } from '../../contract/fields.ts';
import { calls } from '../../contract/index.ts';
import { checkInput } from './validate.ts';
import { Refusal } from './handler.ts';
import { validationMessage } from './validation-messages.ts';

function refused(call: Parameters<typeof checkInput>[0], body: unknown): unknown {
  const outcome = checkInput(call, { path: {}, query: {}, body });
  return outcome instanceof Refusal ? outcome.error.field_errors : outcome;
}

test('errors of the sign-in fields have readable messages', () => {
  expect(refused(auth.register, { email: 'ravi@', password: 'boat', restaurant_name: '  ' })).toEqual({
    email: 'Enter a valid e-mail address, such as name@example.com',
    password: 'Use at least 8 characters',
    restaurant_name: 'Required',
  });
  expect(refused(auth.register, { email: 7, password: 'x'.repeat(201), restaurant_name: 'y'.repeat(121) })).toEqual({
    email: 'Enter text',
    password: 'Use at most 200 characters',
    restaurant_name: 'Use at most 120 characters',
  });
  expect(refused(auth.verifyEmail, { email: 'a@b.co', otp_code: '12' })).toEqual({
    otp_code: 'Enter a valid code',
  });
  expect(refused(auth.login, {})).toEqual({ email: 'Required', password: 'Required' });
});

test.each<[z.ZodMiniType, unknown, string]>([
  [Price, 1.5, 'Enter a whole number'],
  [Price, -1, 'Must be at least 0'],
  [Price, '5', 'Enter a number'],
  [z.number().check(z.lt(3)), 3, 'Must be less than 3'],
  [z.number().check(z.multipleOf(5)), 3, 'Must be a multiple of 5'],
  [z.array(text(3)).check(z.maxLength(1)), ['a', 'b'], 'Choose at most 1'],
  [z.enum(['pickup', 'delivery']), 'post', 'Must be pickup or delivery'],
  [Instant, 'soon', 'Enter a valid date and time, such as 2026-11-20T18:30:00.000Z'],
  [Instant, '1492-01-01T00:00:00.000Z', 'Not between the years 1900 and 2999'],
  [LocalDate, '20.11.2026', 'Enter a valid date, such as 2026-11-20'],
  [z.boolean(), 'yes', 'Enter true or false'],
  [
    z.object({ opens_at: z.union([z.string(), z.number()]) }),
    { opens_at: true },
    'Enter a valid date and time, such as 2026-11-20T18:30:00.000Z',
  ],
  [z.object({ currency: Currency }), { currency: 'pounds' }, 'Enter a valid currency'],
  [z.record(z.string(), z.string()), 1, 'Enter a valid value'],
  [z.union([z.string(), z.number()]), true, 'Enter a valid value'],
])('an invalid value gets a helpful message: %#', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
});

test('every rule of the contract has a readable message', async () => {
  const { calls } = await import('../../contract/index.ts');
  for (const call of Object.values(calls)) {
    const messages = JSON.stringify([{}, { id: 1 }, []].map((body) => refused(call, body)) ?? '');
    expect({ call: call.name, said: /Invalid|expected|Too (big|small)|received/.exec(messages)?.[0] }).toEqual({
      call: call.name,
      said: undefined,
    });
  }
});

const messageOf = (field: string): string => {
  const schema = z.object({ [field]: z.string().check(z.refine(() => false)) });
  const result = z.safeParse(schema, { [field]: 'x' }, { error: (issue) => validationMessage(issue) });
  return result.error!.issues[0]!.message;
};

/** Every field that a body can have, at any depth. */
function* fieldsOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(value as object);
    yield* fieldsOf(value);
  }
}
const fields = [
  ...new Set(
    Object.values(calls).flatMap(({ options: { body } }) =>
      body ? [...fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))] : [],
    ),
  ),
];

test('no field is asked for as one where it is several', () => {
  expect(messageOf('allergens')).toBe('Enter valid allergens');
  expect(messageOf('opening_hours')).toBe('Enter valid opening hours');
  expect(messageOf('address')).toBe('Enter a valid address');
  expect(messageOf('price_amount')).toBe('Enter a valid price');
  const plural = fields.filter((field) => /(?:[^sui]|ie)s$/.test(field));
  expect(plural).toContain('modifiers');
  expect(plural.map(messageOf).filter((message) => / an? valid /.test(message))).toEqual([]);
});
