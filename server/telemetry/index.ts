import { area } from '../area.ts';
import { BASE } from '../http/base.ts';
import { forwardReport } from './tunnel.ts';

export const telemetry = area({
  name: 'telemetry',
  // Not a call of the contract: its body has another protocol.
  routes: [{ method: 'POST', path: `${BASE}/telemetry`, name: 'telemetry', answer: forwardReport }],
});
