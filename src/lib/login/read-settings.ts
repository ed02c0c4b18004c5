import { loginSettingsSchema, type LoginSettings } from '../contract/login-settings.ts';
import type { Send } from '../platform/request.ts';

/** Asks the function what a login needs; all of it is public. */
export async function readLoginSettings(send: Send): Promise<LoginSettings> {
  const { data } = await send({ method: 'GET', url: '/api/config', schema: loginSettingsSchema });
  return data;
}
