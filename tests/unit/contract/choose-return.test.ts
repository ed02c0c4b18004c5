import { describe, expect, it } from 'vitest';
import { findReturnProblem, isListedReturn, listFormTargets, writeReturn } from '#contract/choose-return.ts';

const SHOP = 'https://shop.example/checkout/point';
const LISTED = [
  SHOP,
  'https://cart.example/index.php?route=checkout/point',
  'com.fern.shop:/point',
  'myshop://point',
  'http://127.0.0.1/point',
  'http://[::1]/point',
  'http://localhost:3005/point',
];

describe('the list of addresses that a choice may be returned to', () => {
  it.each([
    ...LISTED,
    // Of this machine, and listed without a port: RFC 8252 §7.3.
    'http://127.0.0.1:1/point',
    'http://127.0.0.1:65535/point',
    'http://[::1]:51004/point',
  ])('contains %s', (address) => {
    expect(isListedReturn(address, LISTED)).toBe(true);
  });

  // Proves: security/choose-returns.
  it.each([
    // Other addresses of the shop.
    ['another path', 'https://shop.example/checkout/points'],
    ['a path below', `${SHOP}/`],
    ['a path above', 'https://shop.example/checkout'],
    ['a path beside', 'https://shop.example/checkout/../evil'],
    ['a path that leads back', 'https://shop.example/x/../checkout/point'],
    ['a path that leads back, encoded', 'https://shop.example/x/%2e%2e/checkout/point'],
    ['a path that stays, encoded', 'https://shop.example/%2e/checkout/point'],
    ['a dot after the path', `${SHOP}/.`],
    ['an encoded end', `${SHOP}%00`],
    ['no path', 'https://shop.example'],
    ['an empty path', 'https://shop.example/'],
    ['parameters of a path', `${SHOP};x`],
    ['an encoded question mark', `${SHOP}%3Fpoint=PL_1`],
    ['a query with a line', `${SHOP}?a\nb`],
    ['a doubled slash', 'https://shop.example//checkout/point'],
    ['a query', `${SHOP}?next=https://evil.example`],
    ['an empty query', `${SHOP}?`],
    ['another query', 'https://cart.example/index.php?route=account'],
    ['more of a query', 'https://cart.example/index.php?route=checkout/point&point=PL_1'],
    ['no query', 'https://cart.example/index.php'],
    ['a fragment', `${SHOP}#x`],
    ['an empty fragment', `${SHOP}#`],
    ['a port', 'https://shop.example:8443/checkout/point'],
    ['the usual port', 'https://shop.example:443/checkout/point'],
    ['an empty port', 'https://shop.example:/checkout/point'],
    ['the usual port with zeros', 'https://shop.example:00443/checkout/point'],
    ['a port and a user', 'https://shop.example:443@evil.example/checkout/point'],
    // Other schemes.
    ['http', 'http://shop.example/checkout/point'],
    ['no scheme', '//shop.example/checkout/point'],
    ['no host', '/checkout/point'],
    ['a script', 'javascript:alert(1)'],
    ['a script after a line', 'java\nscript:alert(1)'],
    ['a script with a tab', 'java\tscript:alert(1)'],
    ['a script after a space', ' javascript:alert(1)'],
    ['a script after a sign that browsers drop', '\u0001javascript:alert(1)'],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['data in capitals', 'DATA:text/html,<script>alert(1)</script>'],
    ['a tab in the scheme', `ht\ttps${SHOP.slice(5)}`],
    ['a line in the scheme', `https\n${SHOP.slice(5)}`],
    ['one slash after the scheme', `https:/${SHOP.slice(8)}`],
    ['no slash after the scheme', `https:${SHOP.slice(8)}`],
    ['three slashes after the scheme', `https:///${SHOP.slice(8)}`],
    ['a scheme around it', `web+shop:${SHOP}`],
    ['a script that ends like it', `javascript:alert(1)//${SHOP}`],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a blob', `blob:${SHOP}`],
    ['a file', 'file:///checkout/point'],
    ['a page’s source', `view-source:${SHOP}`],
    ['an intent', 'intent://point#Intent;scheme=myshop;end'],
    ['another app', 'com.fern.shop2:/point'],
    ['an app above', 'com.fern:/point'],
    ['another place in the app', 'com.fern.shop:/pay'],
    ['the app with an authority', 'com.fern.shop://point'],
    ['the app without a slash', 'com.fern.shop:point'],
    ['the app with nothing behind it', 'com.fern.shop:'],
    ['the app with another host', 'myshop://evil.example/point'],
    ['the app with a user', 'myshop://user@point'],
    ['the app with a port', 'myshop://point:443'],
    ['the app with an empty path', 'myshop://point/'],
    ['the app with a backslash', 'myshop:\\\\point'],
    ['the app with a query', 'com.fern.shop:/point?to=evil'],
    ['the app with a tab', 'com.fern\t.shop:/point'],
    ['the app in capitals', 'MyShop://point'],
    ['the app with a path', 'myshop://point/x'],
    // Case and spelling.
    ['a host in capitals', 'https://SHOP.example/checkout/point'],
    ['a scheme in capitals', 'HTTPS://shop.example/checkout/point'],
    ['a path in capitals', 'https://shop.example/Checkout/point'],
    ['an encoded letter', 'https://shop.example/checkout/%70oint'],
    ['an encoded slash', 'https://shop.example/checkout%2Fpoint'],
    ['an encoded host', 'https://shop%2eexample/checkout/point'],
    ['encoded twice', 'https://shop.example/checkout/%2570oint'],
    ['a backslash', 'https://shop.example\\checkout\\point'],
    ['a backslash before the host', 'https:\\\\shop.example/checkout/point'],
    ['a backslash before another host', 'https://evil.example\\@shop.example/checkout/point'],
    ['a space before', ` ${SHOP}`],
    ['a space after', `${SHOP} `],
    ['a tab in it', 'https://shop.example/check\tout/point'],
    ['a line in it', 'https://shop.example/checkout/\npoint'],
    ['a zero after it', `${SHOP}\0`],
    // Other hosts.
    ['a user', 'https://user@shop.example/checkout/point'],
    ['a user and a password', 'https://user:password@shop.example/checkout/point'],
    ['the shop as a user', 'https://shop.example@evil.example/checkout/point'],
    ['the shop below', 'https://shop.example.evil.example/checkout/point'],
    ['a host below the shop', 'https://evil.shop.example/checkout/point'],
    ['the shop at the end', 'https://evilshop.example/checkout/point'],
    ['a dot after the host', 'https://shop.example./checkout/point'],
    ['the shop in a path', `https://evil.example/${SHOP}`],
    ['the shop in a query', `https://evil.example/?${SHOP}`],
    ['a Cyrillic letter', 'https://shоp.example/checkout/point'],
    ['its Punycode', 'https://xn--shp-5cd.example/checkout/point'],
    ['letters of full width', 'https://ｓｈｏｐ.example/checkout/point'],
    ['a dot of full width', 'https://shop。example/checkout/point'],
    ['a soft hyphen, which browsers drop', 'https://sh\u00adop.example/checkout/point'],
    ['a space without width', 'https://shop\u200b.example/checkout/point'],
    ['a letter that turns the order', `\u202e${SHOP}`],
    ['a long s', 'https://\u017fhop.example/checkout/point'],
    ['the shop as a password', 'https://evil.example:x@shop.example/checkout/point'],
    ['an encoded @', 'https://shop.example%40evil.example/checkout/point'],
    ['a slash before the @', 'https://evil.example/@shop.example/checkout/point'],
    ['a null before the end of the host', 'https://shop.example\0.evil.example/checkout/point'],
    ['an encoded host, twice', 'https://shop%252eexample/checkout/point'],
    ['two addresses', `${SHOP},https://evil.example/`],
    ['nothing', ''],
    // This machine.
    ['a host like this machine', 'http://127.0.0.1.evil.example/point'],
    ['a port like this machine', 'http://127.0.0.1:80@evil.example/point'],
    ['no number as a port', 'http://127.0.0.1:x/point'],
    ['a port that there isn’t', 'http://127.0.0.1:65536/point'],
    ['two ports', 'http://127.0.0.1:80:81/point'],
    ['a port, and a backslash', 'http://127.0.0.1:80\\point'],
    ['a port, and a user before it', 'http://x@127.0.0.1:80/point'],
    ['a port, and another path after a query', 'http://127.0.0.1:80/?/point'],
    ['a port, and a fragment', 'http://127.0.0.1:80/point#x'],
    ['a port with https', 'https://127.0.0.1:80/point'],
    ['another address of this machine', 'http://127.0.0.2:80/point'],
    ['this machine, mapped', 'http://[::ffff:127.0.0.1]:80/point'],
    ['this machine, written out', 'http://[0:0:0:0:0:0:0:1]:80/point'],
    ['a port that begins with a zero', 'http://127.0.0.1:080/point'],
    ['another path here', 'http://127.0.0.1:8080/points'],
    ['this machine, in decimal', 'http://2130706433/point'],
    ['this machine, in octal', 'http://0177.0.0.1/point'],
    ['this machine, shortened', 'http://127.1/point'],
    ['this machine, with a dot', 'http://127.0.0.1.:80/point'],
    ['no port but a colon', 'http://127.0.0.1:/point'],
    ['port 0', 'http://127.0.0.1:0/point'],
    ['a port, and a tab', 'http://127.0.0.1:8\t0/point'],
    ['a port in other digits', 'http://127.0.0.1:８０/point'],
    ['a port, and capitals', 'HTTP://127.0.0.1:80/point'],
    ['a port, and a path that leads back', 'http://127.0.0.1:80/x/../point'],
    ['a port, and a doubled slash', 'http://127.0.0.1:80//point'],
    ['another host, and this machine in its fragment', 'http://evil.example#http://127.0.0.1:80/point'],
    ['another port than the listed', 'http://localhost:3006/point'],
    ['no port but one is listed', 'http://localhost/point'],
  ])('doesn’t contain %s', (_what, address) => {
    expect(isListedReturn(address, LISTED)).toBe(false);
  });

  it.each(LISTED)('may contain %s', (address) => {
    expect(findReturnProblem(address)).toBeNull();
  });

  it.each([
    ['shop.example', 'must be addresses like'],
    ['', 'must be addresses like'],
    ['https://*.shop.example/point', 'without spaces, commas, ";", "\\", "*" or "#"'],
    ['https://shop.example/point#x', '"#"'],
    ['https://shop.example/a;b', '";"'],
    ['https:\\\\shop.example/point', '"\\"'],
    ['https://shöp.example/point', 'without spaces'],
    ['https://user@shop.example/point', 'without a user name'],
    ['myshop://user@point', 'without a user name'],
    ['http://shop.example/point', 'begin with https://'],
    ['http://127.0.0.1.evil.example/', 'begin with https://'],
    ...['javascript:alert(1)', 'JaVaScRiPt:x', 'DATA:x', 'data:x', 'blob:https://shop.example/1'].map(
      (address) => [address, 'begins with'],
    ),
    ...['file:///point', 'intent://point', 'about:blank', 'mailto:a', 'tel:1', 'ws://a/', 'vbscript:x'].map(
      (address) => [address, 'begins with'],
    ),
    ['https://SHOP.example/point', 'as browsers write them: https://shop.example/point'],
    ['https://shop.example', 'as browsers write them: https://shop.example/'],
    ['https://shop.example:443/point', 'as browsers write them: https://shop.example/point'],
    ['https://shop.example/a/../point', 'as browsers write them: https://shop.example/point'],
    ['MyShop://point', 'as browsers write them: myshop://point'],
    ['https:shop.example/point', 'as browsers write them: https://shop.example/point'],
    ['https://shop.example/%2e%2e/point', 'as browsers write them: https://shop.example/point'],
    ['https://sh\u00adop.example/point', 'without spaces'],
    ['java\tscript:alert(1)', 'without spaces'],
    ['ht\ttps://shop.example/point', 'without spaces'],
    ['https://shop.example/?state=1', 'the parameter state'],
  ])('can’t contain "%s"', (address, problem) => {
    expect(findReturnProblem(address)).toContain(problem);
  });
});

it('what the page adds stands behind the listed address, and a point’s ID can’t add more', () => {
  expect(writeReturn(SHOP, { point: 'PL_1&state=2#', state: 'a' })).toBe(
    `${SHOP}?point=PL_1%26state%3D2%23&state=a`,
  );
  expect(writeReturn(LISTED[1]!, { status: 'cancelled', state: 'a' })).toBe(
    'https://cart.example/index.php?route=checkout/point&status=cancelled&state=a',
  );
  expect(writeReturn('com.fern.shop:/point', { point: 'PL_1', state: 'a' })).toBe(
    'com.fern.shop:/point?point=PL_1&state=a',
  );
});

it('forms can be sent to the origins of the listed web addresses', () => {
  expect(listFormTargets([...LISTED, 'https://shop.example/other'])).toEqual([
    'https://shop.example',
    'https://cart.example',
    'http://127.0.0.1:*',
    'http://[::1]:*',
    'http://localhost:3005',
  ]);
});
