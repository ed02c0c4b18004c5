import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DroppointPicker } from '../../packages/elements/element.d.ts';
import type { DroppointParcel } from '../../packages/elements/parcel-element.d.ts';
import type * as ParcelTesting from '../../packages/elements/parcel-testing.d.ts';
import * as parcelApi from '#contract/parcel-api.ts';
import { nameProperty } from '#contract/element-api.ts';
import * as api from '#contract/picker-api.ts';
import type * as Testing from '../../packages/elements/testing.d.ts';
import { snippet } from '../guide-snippets.ts';
import { buildPackage } from './build.ts';

const MARKUP = `<form><fieldset><droppoint-picker name="pickup_point" required value="PL_A" remember="false" language="pl">
  <input name="pickup_point" required></droppoint-picker></fieldset></form>`;

/** Runs a shop's own unit tests in a DOM without a browser. */
export function describeShopTests(dom: string): void {
  describe(`in ${dom}`, () => {
    let folder: string;
    const load = <Module>(name: string) =>
      import(/* @vite-ignore */ join(folder, `${name}.js`)) as Promise<Module>;
    beforeAll(() => {
      mkdirSync('.cache/tests', { recursive: true });
      folder = mkdtempSync(resolve('.cache/tests/package-'));
      buildPackage(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    afterEach(() => document.body.replaceChildren());

    const mount = (markup = MARKUP) => {
      document.body.innerHTML = markup;
      const form = document.querySelector('form')!;
      return { form, picker: document.querySelector<DroppointPicker>('droppoint-picker')! };
    };

    it('the package can be imported and the tag used in a page, where the shop’s own control counts', async () => {
      await load('register');
      await load('parcel');
      expect(customElements.get('droppoint-parcel')).toBeUndefined();
      const { form, picker } = mount();
      picker.filter = { openNow: true };
      picker.remove();
      form.append(picker);
      expect(customElements.get('droppoint-picker')).toBeUndefined();
      expect(form.checkValidity()).toBe(false);
      picker.querySelector('input')!.value = 'PL_TYPED';
      expect(form.checkValidity()).toBe(true);
      expect([...new FormData(form)]).toEqual([['pickup_point', 'PL_TYPED']]);
    });

    describe('Test element', () => {
      let testing: typeof Testing;
      beforeAll(async () => {
        testing = await load<typeof Testing>('testing');
        await load('register');
      });

      it('it has every member of the real element', () => {
        const { picker } = mount();
        const control = 'form labels validity validationMessage willValidate checkValidity reportValidity';
        const names = [
          ...Object.keys(api.ATTRIBUTES).map(nameProperty),
          ...Object.keys(api.PROPERTIES),
          ...Object.keys(api.METHODS),
          ...`${control} setCustomValidity`.split(' '),
        ];
        expect(names.filter((name) => !(name in picker))).toEqual([]);
      });

      it('it is a form control: submitted, required, reset, and disabled in a disabled fieldset', async () => {
        const { form, picker } = mount();
        // Some DOMs add the children after the tag.
        await Promise.resolve();
        const read = () => new FormData(form).getAll('pickup_point');
        expect([picker.value, read(), picker.remember]).toEqual(['PL_A', ['PL_A'], false]);
        picker.value = '';
        expect([picker.checkValidity(), form.checkValidity()]).toEqual([false, false]);
        expect(picker.validationMessage).toBe('Wybierz punkt odbioru');
        picker.value = 'PL_B';
        expect([picker.checkValidity(), form.checkValidity(), read()]).toEqual([true, true, ['PL_B']]);
        picker.setCustomValidity('No.');
        expect([picker.validationMessage, form.checkValidity()]).toEqual(['No.', false]);
        form.reset();
        expect(read()).toEqual(['PL_A']);
        picker.disabled = true;
        expect(read()).toEqual([]);
        picker.disabled = false;
        expect(read()).toEqual(['PL_A']);
        form.querySelector('fieldset')!.disabled = true;
        // happy-dom ignores fieldsets.
        expect(read()).toEqual(dom === 'jsdom' ? [] : ['PL_A']);
      });

      it('it holds the chosen point and fires the picker’s events', async () => {
        const { picker } = mount();
        const events: string[] = [];
        for (const type of ['droppoint-select', 'input', 'change', 'droppoint-close'])
          document.body.addEventListener(type, ({ type }) => events.push(`${type} ${picker.value}`), {
            once: true,
          });
        const opened = picker.open();
        const chosen = { id: 'PL_B', type: 'APM', summary: { city: 'Wrocław', lines: ['Rynek 1'] } };
        expect(await testing.choosePoint(picker, chosen)).toBe(true);
        expect(events).toEqual([
          'droppoint-select PL_A',
          'input PL_B',
          'change PL_B',
          'droppoint-close PL_B',
        ]);
        expect(await opened).toMatchObject({ id: 'PL_B', type: 'APM' });
        expect(picker.selectedSummary).toMatchObject({ id: 'PL_B', city: 'Wrocław', street: null });
        picker.reset();
        expect([picker.value, picker.selectedPoint, picker.selectedSummary]).toEqual(['PL_A', null, null]);
      });

      it('the shop can refuse a choice, immediately or later', async () => {
        const { picker } = mount();
        picker.addEventListener('droppoint-select', (event) => event.preventDefault(), { once: true });
        expect(await testing.choosePoint(picker, { id: 'PL_B' })).toBe(false);
        picker.addEventListener(
          'droppoint-select',
          ({ detail }) => detail.waitUntil(Promise.reject(new Error('Full.'))),
          { once: true },
        );
        expect(await testing.choosePoint(picker, { id: 'PL_B' })).toBe(false);
        expect(picker.value).toBe('PL_A');
      });

      it('a test can close it, make it fail, or disable it', async () => {
        const { picker } = mount();
        const closed = picker.open();
        testing.closePicker(picker);
        expect(await closed).toBeNull();
        const codes = vi.fn();
        picker.addEventListener('droppoint-error', ({ detail }) => codes(detail.code, detail.retryable));
        const failed = picker.open();
        testing.failPicker(picker, 'timeout');
        await expect(failed).rejects.toMatchObject({ code: 'timeout', retryable: true });
        expect(codes.mock.calls).toEqual([['timeout', true]]);
        picker.readonly = true;
        await expect(picker.open()).rejects.toMatchObject({ code: 'disabled' });
        await expect(testing.choosePoint(picker, { id: 'PL_B' })).rejects.toMatchObject({ code: 'disabled' });
      });

      it('it passes the guide’s test', async () => {
        mount(snippet('html', '<form').replace(/<script.*<\/script>/, ''));
        const code = snippet('js', 'droppoint-picker/testing').replaceAll(/^import .*$/gm, '');
        // oxlint-disable-next-line typescript/no-implied-eval
        const run = new Function('choosePoint', 'expect', 'test', code) as (...known: unknown[]) => void;
        const tests: (() => Promise<void>)[] = [];
        run(testing.choosePoint, expect, (_: string, test: () => Promise<void>) => tests.push(test));
        expect(tests).toHaveLength(1);
        await tests[0]!();
      });

      it('the parcel’s test element reports each update once', async () => {
        const { tellParcel } = await load<typeof ParcelTesting>('parcel-testing');
        await load('parcel');
        document.body.innerHTML =
          '<droppoint-parcel number="690000000000100000000001" theme="dark"><a href="/order">Order</a></droppoint-parcel>';
        const parcel = document.querySelector<DroppointParcel>('droppoint-parcel')!;
        const names = [...Object.keys(parcelApi.ATTRIBUTES), ...Object.keys(parcelApi.PROPERTIES)];
        expect(names.filter((name) => !(name in parcel))).toEqual([]);
        expect([parcel.number, parcel.theme, parcel.parcel]).toEqual([
          '690000000000100000000001',
          'dark',
          null,
        ]);
        const listener = vi.fn();
        document.body.addEventListener('droppoint-parcel-state', ({ detail }) => void listener(detail.state));
        tellParcel(parcel, { state: 'on_its_way' });
        tellParcel(parcel, { state: 'on_its_way', checkedAt: '2026-07-01T12:00:00Z' });
        tellParcel(parcel, { state: 'ready', nextStep: 'collect' });
        expect(listener.mock.calls).toEqual([['on_its_way'], ['ready']]);
        expect(parcel.parcel).toMatchObject({
          number: parcel.number,
          status: 'found',
          nextStep: 'collect',
          events: [],
        });
        parcel.number = '690000000000100000000002';
        expect(parcel.parcel).toBeNull();
      });

      it('it works in a framework component', async () => {
        function Checkout() {
          const [point, setPoint] = useState('');
          return createElement(
            'form',
            null,
            createElement('droppoint-picker', {
              name: 'pickup_point',
              value: point,
              filter: { openNow: true },
              onChange: (event: { currentTarget: { value: string } }) => setPoint(event.currentTarget.value),
            }),
            createElement('output', null, point),
          );
        }
        const root = createRoot(document.body);
        flushSync(() => root.render(createElement(Checkout)));
        const picker = document.querySelector<DroppointPicker>('droppoint-picker')!;
        expect(picker.filter).toEqual({ openNow: true });
        await testing.choosePoint(picker, { id: 'PL_B' });
        await vi.waitFor(() => expect(document.querySelector('output')!.textContent).toBe('PL_B'));
        expect(new FormData(document.forms[0]).get('pickup_point')).toBe('PL_B');
        flushSync(() => root.unmount());
        expect(document.querySelector('droppoint-picker')).toBeNull();
      });
    });
  });
}
