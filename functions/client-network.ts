/** An IPv4 address, also as a socket for both kinds names it; some proxies write a port behind it. */
const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i;
const IPV6 = /^[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}$/i;
const GROUPS = 8;
/** What a customer doesn't choose of an IPv6 address: 64 of its bits (RFC 4291 §2.5.4). */
const NETWORK_GROUPS = 4;

/**
 * What a client's requests and connections are counted by: its IPv4 address, or the network of its IPv6 address, since whoever has
 * one has 2^64 of them.
 * @param address as a socket or a proxy names it; what is neither counts as it stands
 */
export function readClientNetwork(address: string): string {
  const ipv4 = IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const bare = address.replace(/^\[([^\]]*)\].*$/, '$1').replace(/%.*$/, '');
  if (!IPV6.test(bare)) return address;
  const [first = [], last = []] = bare
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
