import { networkInterfaces } from 'node:os';

const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);

/** The loopback addresses of this machine. Some containers have no IPv6. */
export const LOOPBACKS: readonly string[] = ['127.0.0.1', '::1'].filter((host) =>
  addresses.some(({ address }) => address === host),
);
