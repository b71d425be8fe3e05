import { permissionOf } from '../contract/call.ts';
import { calls } from '../contract/index.ts';
import { may, roleIds, roles } from '../contract/people/permissions.ts';

// `npm run roles`: which role may make which call. tests/api/roles.test.ts holds the server to it.
const mark = (isAllowed: boolean) => (isAllowed ? 'x' : '-');
const columns = roleIds.map((role) => roles[role].label);
const row = (name: string, marks: string[]) =>
  console.log([name.padEnd(40), ...marks.map((one, n) => one.padEnd(columns[n]!.length))].join('  ').trimEnd());

row('', columns);
for (const permission of roles.owner.permissions) {
  const needing = Object.values(calls).filter((call) => permissionOf(call) === permission);
  if (needing.length === 0) continue;
  console.log(`\n${permission}`);
  const marks = roleIds.map((role) => mark(may(role, permission)));
  for (const { name } of needing) row(`  ${name}`, marks);
}
