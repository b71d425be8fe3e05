import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface NetworkSwitch {
  /** For the browser: a SOCKS 5 proxy that all its connections take. */
  server: string;
  /** Off: open connections break at once, and nobody gets a new one. */
  set(isOn: boolean): void;
  close(): Promise<void>;
}

/**
 * The network of one browser, with a switch. A browser's own offline mode reaches a new worker only when the worker may already have sent
 * something; this cuts all of them off.
 */
export async function startNetworkSwitch(): Promise<NetworkSwitch> {
  const open = new Set<Socket>();
  let isOn = true;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (!isOn) return void near.destroy();
    relay(near, keep).catch(() => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      isOn = next;
      if (!isOn) cutAll();
    },
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 1928 without authentication: greeting, request, then bytes both ways. */
async function relay(near: Socket, keep: (socket: Socket) => void): Promise<void> {
  const [, methods] = await take(near, 2);
  await take(near, methods!);
  near.write(Buffer.from([5, 0]));
  const [, , , kind] = await take(near, 4);
  const host =
    kind === 3
      ? (await take(near, (await take(near, 1))[0]!)).toString()
      : addressOf(await take(near, kind === 4 ? 16 : 4));
  const port = (await take(near, 2)).readUInt16BE();
  const far = connect({ host, port, noDelay: true });
  keep(far);
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  await once(far, 'connect');
  near.setNoDelay(true);
  near.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  near.pipe(far).pipe(near);
}

const addressOf = (bytes: Buffer): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16)).join(':');

/** The next `length` bytes. Throws if the connection ends before. */
async function take(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error('The browser hung up');
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}
