import { m } from '../../broker/messages.ts';
import { groupDigits } from '../../i18n/group-digits.ts';
import { nameSender, type DeskReturn } from './desk-return.ts';
import { describeExpiry } from './describe-expiry.ts';

/**
 * Creates a `mailto:` link that opens a mail to the sender, with the code, in the user's mail program.
 * The content goes nowhere else: no request is made, and it isn't in the page's address or history. If a
 * web mail handles such links, only its provider sees it, as it will see the mail.
 */
export function createReturnMailto(item: DeskReturn, nowMs: number): string {
  const body = m.returns_mail_text({
    name: nameSender(item),
    code: groupDigits(item.dropOffCode ?? ''),
    expiry: describeExpiry(item.expiresMs, nowMs),
  });
  // RFC 6068: percent-encoded, lines end with CR LF.
  const fields = { subject: m.returns_mail_subject(), body: body.replaceAll('\n', '\r\n') };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const to = encodeURIComponent(item.body.sender.email).replace('%40', '@');
  return `mailto:${to}?${query.join('&')}`;
}
