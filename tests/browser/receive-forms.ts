import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { listen } from '../processes.ts';
import type { Droppoint } from './droppoint.ts';

/**
 * Fixture: serves an empty page at every address of the shop, and lists the forms that were sent to it.
 * Firefox's driver doesn't tell what a form contains.
 */
export async function receiveForms(
  { droppoint }: { droppoint: Droppoint },
  use: (forms: URLSearchParams[]) => Promise<void>,
): Promise<void> {
  const forms: URLSearchParams[] = [];
  const server = await listen(
    (request, response) => {
      if (request.method === 'POST') void text(request).then((form) => forms.push(new URLSearchParams(form)));
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Shop</title>');
    },
    Number(new URL(droppoint.shop).port),
  );
  await use(forms);
  await server.close();
}

/** Checks that one form came, with the state and the point's summary. */
export async function expectForm(forms: readonly URLSearchParams[], state: string): Promise<void> {
  await expect.poll(() => forms.map((form) => form.get('state'))).toEqual([state]);
  const [form] = forms;
  expect(JSON.parse(form!.get('summary')!)).toMatchObject({ id: form!.get('point') });
}
