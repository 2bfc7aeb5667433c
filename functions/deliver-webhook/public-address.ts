import { BlockList, isIPv4 } from 'node:net';

/**
 * The addresses that do not belong to one host of the public internet: the IANA IPv4 Special-Purpose Address Registry,
 * multicast, and the anycast addresses of services of the network.
 */
const SPECIAL: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix);

/**
 * Says whether an address that a name resolved to may be connected to: IPv4 of the public internet, and nothing else.
 * An IPv6 address is refused, also one that contains an IPv4 address.
 * @param allowsLoopback whether this machine is allowed too: on the local server
 */
export const isAllowedAddress = (address: string, allowsLoopback: boolean): boolean =>
  isIPv4(address) && (!special.check(address) || (allowsLoopback && address.startsWith('127.')));
