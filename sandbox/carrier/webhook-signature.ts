import { createHmac, sign } from 'node:crypto';

/** How pushed events are signed. */
export interface WebhookSigning {
  /** A shared secret, or a private RSA key in PEM. */
  key: { secret: string } | { privateKey: string };
  /** The signed text: the body, or the time, a dot, and the body. */
  signed: 'body' | 'timestamped';
}

/** Signs a body, in standard Base64: HMAC with SHA-256, or RSA with SHA-256 (PKCS #1 v1.5). */
export function signWebhook({ key, signed }: WebhookSigning, timestamp: string, body: string): string {
  const text = signed === 'body' ? body : `${timestamp}.${body}`;
  if ('secret' in key) return createHmac('sha256', key.secret).update(text).digest('base64');
  return sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64');
}
