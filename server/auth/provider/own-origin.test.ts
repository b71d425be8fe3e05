import { expect, test } from 'vitest';
import { noVisit } from '../../pipeline/visit.ts';
import { ownOrigin } from './own-origin.ts';

const origin = (publicUrl: string, host: string | null) =>
  ownOrigin({ env: { publicUrl }, visit: { ...noVisit, host } });

test.each(['evil.example', 'localhost', 'localhost:8080', '127.0.0.1:443', 'galley.example.com.evil.example', null])(
  'a public server never takes the name %s',
  (host) => {
    expect(origin('https://galley.example.com', host)).toBe('https://galley.example.com');
  },
);

test('on a local machine the browser’s loopback name is kept', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]'])
    expect(origin('http://localhost:8080', `${name}:8080`)).toBe(`http://${name}:8080`);
  expect(origin('http://127.0.0.1:8080', 'localhost:8080')).toBe('http://localhost:8080');
});

test.each([
  'evil.example:8080',
  'evil.example',
  '127.0.0.1:9999',
  'localhost',
  'localhost:8080.evil.example',
  '127.0.0.2:8080',
  null,
])('and %s is not accepted there either', (host) => {
  expect(origin('http://localhost:8080', host)).toBe('http://localhost:8080');
});
