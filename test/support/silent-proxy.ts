import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server that can swallow everything, both ways, and closes nothing. */
export async function aSilentProxy(target: URL): Promise<{
  /** Whether it swallows what arrives. */
  isSilent: boolean;
  url: string;
  close: () => Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const proxy = { isSilent: false, url: '', close };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (proxy.isSilent || to.write(data)));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
    }
  });
  async function close() {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxy.url = Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href;
  return proxy;
}
