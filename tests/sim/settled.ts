import type { Device } from './device.ts';
import type { SimServer } from './server.ts';

/** Until nothing runs any more: no call at the server, no transaction on a disk, no promise about to be kept. */
export async function settle({
  server,
  devices,
}: {
  server: Pick<SimServer, 'busy'>;
  devices: Device[];
}): Promise<void> {
  for (let quiet = 0; quiet < 15;) {
    await ticks(1);
    quiet = server.busy() > 0 || devices.some((device) => device.busy() > 0) ? 0 : quiet + 1;
  }
}

export async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
