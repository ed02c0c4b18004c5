// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { loadBrokerMessages } from '../../../src/lib/broker/messages.ts';
import { DeskForm } from '../../../src/lib/desk/desk-form.svelte.ts';

beforeAll(loadBrokerMessages);
afterEach(() => document.body.replaceChildren());

/** A form with two inputs, which show errors as Field.svelte does. */
function draw() {
  const form = new DeskForm();
  form.root = document.createElement('form');
  document.body.append(form.root);
  const inputs = ['sender.email', 'weight'].map((path) => {
    const input = document.createElement('input');
    Object.assign(input.dataset, { path });
    form.root!.append(input);
    return input;
  });
  const render = () => {
    for (const input of inputs)
      input.setAttribute('aria-invalid', String(input.dataset['path']! in form.problems));
  };
  return { form, render };
}
const focusedPath = () => (document.activeElement as HTMLElement).dataset['path'];

it('A submitted form focuses its first field with an error', async () => {
  const { form, render } = draw();
  await form.submit(null, async () => {
    form.showErrors([{ path: 'weight', codes: ['required'] }]);
    await Promise.resolve();
    render();
  });
  expect(form.problems).toEqual({ weight: 'Fill this in.' });
  expect(focusedPath()).toBe('weight');
});

it('A form is submitted once, however often its button is pressed meanwhile', async () => {
  const { form } = draw();
  let calls = 0;
  const press = () =>
    form.submit(null, async () => {
      calls += 1;
      await Promise.resolve();
    });
  await Promise.all([press(), press()]);
  expect(calls).toBe(1);
  await press();
  expect(calls).toBe(2);
});

it('Fields that the platform refuses have its errors; any other failure is that of the form', async () => {
  const { form } = draw();
  const fail = (error: AppError) => form.run(() => Promise.reject(error));
  await fail(
    new AppError('rejected', 'refused', { fields: [{ path: 'weight', codes: ['too_big', 'heavy_metal'] }] }),
  );
  expect([form.problems, form.sending.failure]).toEqual([
    { weight: 'This is too long or too large. The carrier says: heavy_metal' },
    null,
  ]);
  await fail(new AppError('network', 'no connection'));
  expect(form.sending.failure).toMatchObject({ code: 'network' });
});

it('An error disappears once its field is edited, and the others stay', () => {
  const { form } = draw();
  form.showErrors(['sender.email', 'weight'].map((path) => ({ path, codes: ['required'] })));
  form.root!.addEventListener('input', form.oninput);
  form.root!.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }));
  expect(Object.keys(form.problems)).toEqual(['weight']);
});

it('The sender’s form shows the errors of the sender, and stays closed without any', () => {
  const { form } = draw();
  const shown: object[] = [];
  form.sender = { settle: () => Promise.resolve(true), showErrors: (problems) => shown.push(problems) };
  expect(form.showErrors([{ path: 'weight', codes: ['required'] }])).toBe(false);
  expect(form.showErrors([])).toBe(true);
  expect(shown).toEqual([]);
  form.showErrors([
    { path: 'weight', codes: ['required'] },
    { path: 'origin.city', codes: ['required'] },
  ]);
  expect(shown).toEqual([{ 'origin.city': 'Fill this in.' }]);
});
