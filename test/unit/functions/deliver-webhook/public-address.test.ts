import { BlockList } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { isAllowedAddress } from '../../../../functions/deliver-webhook/public-address.ts';

/**
 * The first and the last address of each network that is not the public internet: the IANA IPv4 Special-Purpose
 * Address Registry (2025-10-09) and multicast (RFC 5771).
 */
const SPECIAL = {
  'this network, RFC 791': ['0.0.0.0', '0.255.255.255'],
  'private use, RFC 1918, 10': ['10.0.0.0', '10.255.255.255'],
  'shared address space, RFC 6598': ['100.64.0.0', '100.127.255.255'],
  'loopback, RFC 1122': ['127.0.0.0', '127.255.255.255'],
  'link local, RFC 3927': ['169.254.0.0', '169.254.255.255'],
  'private use, RFC 1918, 172': ['172.16.0.0', '172.31.255.255'],
  'protocol assignments, RFC 6890': ['192.0.0.0', '192.0.0.255'],
  'documentation 1, RFC 5737': ['192.0.2.0', '192.0.2.255'],
  'AS112, RFC 7535': ['192.31.196.0', '192.31.196.255'],
  'AMT, RFC 7450': ['192.52.193.0', '192.52.193.255'],
  '6to4 relays, RFC 7526': ['192.88.99.0', '192.88.99.255'],
  'private use, RFC 1918, 192': ['192.168.0.0', '192.168.255.255'],
  'direct delegation AS112, RFC 7534': ['192.175.48.0', '192.175.48.255'],
  'benchmarking, RFC 2544': ['198.18.0.0', '198.19.255.255'],
  'documentation 2, RFC 5737': ['198.51.100.0', '198.51.100.255'],
  'documentation 3, RFC 5737': ['203.0.113.0', '203.0.113.255'],
  'multicast, RFC 5771': ['224.0.0.0', '239.255.255.255'],
  'reserved and broadcast, RFC 1112, RFC 8190': ['240.0.0.0', '255.255.255.255'],
} as const;

const NOT_IPV4 = `
  ::1 :: ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::7f00:1
  64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001:db8::1 2606:4700:4700::1111 fc00::1
  fd00:ec2::254 fe80::1 fe80::1%lo ff02::1 localhost 0x7f.1 0177.0.0.1 2130706433 127.1
`
  .trim()
  .split(/\s+/);

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const special = new BlockList();
for (const [first, last] of Object.values(SPECIAL)) special.addRange(first, last);

describe('the filter of addresses', () => {
  test('refuses each of them from end to end, and allows what is next to them', () => {
    const addresses = Object.values(SPECIAL)
      .flatMap(([first, last]) => {
        const [from, to] = [toNumber(first), toNumber(last)];
        return [from - 1, from, Math.floor((from + to) / 2), to, to + 1];
      })
      .filter((value) => value >= 0 && value < 2 ** 32)
      .map(toAddress);
    const allowed = addresses.filter((each) => isAllowedAddress(each, false));
    expect(allowed).toEqual(addresses.filter((each) => !special.check(each)));
  });

  test.each(['', ...NOT_IPV4])('refuses %s, which is not IPv4 in its only notation', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(false);
  });

  test('allows this machine, and no other address more, on the local server', () => {
    const firsts = Object.values(SPECIAL).map(([first]) => first);
    expect(firsts.filter((each) => isAllowedAddress(each, true))).toEqual(['127.0.0.0']);
    expect(isAllowedAddress('127.0.0.1', true)).toBe(true);
    expect(isAllowedAddress('169.254.169.254', true)).toBe(false);
  });
});
