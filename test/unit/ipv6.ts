import { networkInterfaces } from 'node:os';
import { test } from '@jest/globals';

const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);

/** A test that needs `::1`. It is skipped on a machine without IPv6, such as some containers. */
export const testOnIpv6 = addresses.some(({ address }) => address === '::1') ? test : test.skip;
