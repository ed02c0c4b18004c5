import { copyText } from '../files/copy-text.ts';

/**
 * The address in a trusted proxy's header, '' if it is missing. If there are several, the last one
 * counts, since the proxy itself added it. Not for `Forwarded` (RFC 7239), whose commas and ports
 * may be within quotes: the settings refuse it.
 */
export function readForwardedAddress(header: string | null | undefined): string {
  return header?.split(',').at(-1)?.trim() ?? '';
}

/** An IPv4 address, with a port as some proxies send it. */
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d{1,5})?$/;
/**
 * An IPv6 address; with a zone (RFC 4007 §11), or in brackets, with or without a port. No other characters: with "@" in it, a URL
 * would have it before its host.
 */
const IPV6 = /^(?:\[([\da-f:.]+)(?:%[^\]]*)?\](?::\d{1,5})?|([\da-f:.]+)(?:%.*)?)$/i;
const GROUPS = 8;
/** The network prefix of an IPv6 address, which its user can't choose: 64 bits (RFC 4291 §2.5.4). */
const NETWORK_GROUPS = 4;
/** The prefix of IPv4 addresses as IPv6 sockets report them (RFC 4291 §2.5.5.2). */
const MAPPED = '0:0:0:0:0:ffff';
/** Longer texts share one key, to limit memory. */
const MAX_TEXT_LENGTH = 64;

/**
 * The key by which a client's requests and connections are counted: its IPv4 address, however it is
 * written, or the /64 network of its IPv6 address, because one client can use all 2^64 addresses of
 * that network.
 * @param address from a socket or a proxy; a short text that isn't an address is its own key
 * @returns a copy: a slice of a header would keep the whole header in memory
 */
export function readClientNetwork(address: string): string {
  if (address.length > MAX_TEXT_LENGTH) return 'unknown';
  const ipv4 = IPV4.exec(address);
  if (ipv4 !== null) return ipv4.slice(1).map(Number).join('.');
  const groups = readGroups(address);
  if (groups === null) return copyText(address);
  if (groups.slice(0, 6).join(':') !== MAPPED) return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.');
}

/** The eight groups of an IPv6 address, hexadecimal without leading zeros; null if it isn't one. */
function readGroups(address: string): string[] | null {
  const [, bracketed, plain] = IPV6.exec(address) ?? [];
  const url = `http://[${bracketed ?? plain}]`;
  if (!address.includes(':') || !URL.canParse(url)) return null;
  // URL parsers accept all forms of an address and write a single one
  // (https://url.spec.whatwg.org/#concept-ipv6-serializer).
  const [first = [], last = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(GROUPS - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last];
}
