import type { Case, Framework, Mounted, Parcel, Picker, Settings, View } from './contract.ts';

/** Origin of the points, from the page's address. */
export const ORIGIN = new URLSearchParams(location.search).get('origin') ?? '';

const SETTINGS: Settings = {
  origin: ORIGIN,
  required: true,
  remember: true,
  'with-details': true,
  zoom: 14,
  city: 'Częstochowa',
  'postal-code': '42-200',
  mapConsent: 'off',
  excludeIds: ['PL_A', 'PL_B'],
  filter: { capabilities: ['PARCEL_COLLECT'] },
};
/** Svelte lower-cases spread names, so they are those of attributes. */
const { mapConsent, excludeIds, ...rest } = SETTINGS;
const SPREAD_SETTINGS = { ...rest, 'map-consent': mapConsent, 'exclude-ids': excludeIds };
const OFF = { required: false, remember: false, 'with-details': false };
/** A point of the sandbox's network. */
export const POINT = 'PL_CZE10M';

/** Numbers that the sandbox knows nothing of. */
const UNKNOWN_PARCELS = ['690000000000199999999991', '690000000000199999999992'] as const;

const view = (changes: Partial<View> = {}): View => ({
  way: 'written',
  isShown: true,
  round: 0,
  settings: SETTINGS,
  number: UNKNOWN_PARCELS[0],
  onevent: () => {},
  ...changes,
});

export function equal(is: unknown, expected: unknown, what: string): void {
  const [left, right] = [is, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${what} is ${left}, not ${right}`);
}

const find = (target: HTMLElement) => target.querySelector<Picker>('droppoint-picker')!;
const readSwitches = ({ required, remember, withDetails }: Picker) => [required, remember, withDetails];
const ON = [true, true, true];
const NONE = [false, false, false];

function checkSettings(picker: Picker): void {
  equal(readSwitches(picker), ON, 'switches');
  equal(picker.zoom, '14', 'zoom');
  equal([picker.city, picker.postalCode, picker.mapConsent], ['Częstochowa', '42-200', 'off'], 'texts');
  equal(picker.excludeIds, 'PL_A,PL_B', 'excludeIds');
  equal(picker.filter, SETTINGS.filter, 'filter');
}

/** Text in the shadow tree, which no framework may touch. */
const readButton = (picker: Picker) =>
  picker.shadowRoot?.querySelector('[part=trigger]')?.textContent !== undefined;

/** The cases of custom-elements-everywhere.com that apply to this element, and further ones found in shops' pages. */
const CASES: Record<string, Case> = {
  'shows the element without children': async (target, mount) => {
    await mount(view());
    equal(readButton(find(target)), true, 'the button');
    equal(find(target).children.length, 0, 'children');
  },
  'leaves the inside alone when it renders again': async (target, mount) => {
    const { update } = await mount(view());
    const inside = [...find(target).shadowRoot!.children];
    await update(view({ round: 1 }));
    await update(view({ settings: { ...SETTINGS, city: 'Kraków' } }));
    equal(
      [...find(target).shadowRoot!.children].every((child, at) => child === inside[at]),
      true,
      'the inside',
    );
  },
  'passes children in, and renews them': async (target, mount) => {
    const { update } = await mount(view({ round: 1 }));
    equal(find(target).textContent?.trim(), 'Asked 1 times', 'the child');
    await update(view({ round: 2 }));
    equal(find(target).textContent?.trim(), 'Asked 2 times', 'the child');
    // The shop's own control is disabled while the picker works.
    await until(() => find(target).querySelector('input')!.disabled);
    equal(readButton(find(target)), true, 'the button');
  },
  'hides the element and shows it again': async (target, mount) => {
    const { update } = await mount(view());
    await update(view({ isShown: false }));
    equal(target.textContent?.trim(), 'Dummy view', 'the page');
    await update(view());
    equal(readButton(find(target)), true, 'the button');
    checkSettings(find(target));
  },
  'passes switches, numbers, texts, and lists and objects as properties': async (target, mount) => {
    await mount(view());
    checkSettings(find(target));
  },
  'passes another object': async (target, mount) => {
    const { update } = await mount(view());
    await update(view({ settings: { ...SETTINGS, filter: { openNow: true } } }));
    equal(find(target).filter, { openNow: true }, 'filter');
  },
  'passes a property of a camelCase name': async (target, mount) => {
    const { update } = await mount(view());
    equal(find(target).mapConsent, 'off', 'mapConsent');
    await update(view({ settings: { ...SETTINGS, mapConsent: 'granted' } }));
    equal(find(target).getAttribute('map-consent'), 'granted', 'map-consent');
  },
  'hears events that a script listens to, and those it declares: of lowercase and of kebab-case names':
    async (target, mount) => {
      const states: string[] = [];
      await mount(view({ settings: { ...SETTINGS, filter: {} }, onevent: ({ type }) => states.push(type) }));
      const received: string[] = [];
      for (const type of ['change', 'droppoint-ready'])
        find(target).addEventListener(type, () => received.push(type));
      await find(target).selectPoint(POINT);
      equal(received, ['droppoint-ready', 'change'], 'what the script has heard');
      equal(states, ['droppoint-ready', 'change'], 'what the component has heard');
    },
  'false is off, from the beginning and later': async (target, mount) => {
    const off = view({ settings: { ...SETTINGS, ...OFF } });
    const { update } = await mount(off);
    equal(readSwitches(find(target)), NONE, 'switches');
    await update(view());
    equal(readSwitches(find(target)), ON, 'switches');
    await update(off);
    equal(readSwitches(find(target)), NONE, 'switches');
    equal(find(target).outerHTML.includes('"false"'), false, '"false" in the markup');
  },
};

const PARCEL: Record<string, Case> = {
  'shows a parcel, then another, and hears of both': async (target, mount) => {
    const [first, second] = UNKNOWN_PARCELS;
    const states: unknown[] = [];
    const onevent = ({ detail }: Event & { detail?: { number: string } }) => states.push(detail!.number);
    const { update } = await mount(view({ way: 'parcel', onevent }));
    const parcel = target.querySelector<Parcel>('droppoint-parcel')!;
    await until(() => states.length === 1);
    equal([parcel.number, parcel.parcel?.status], [first, 'unknown'], 'the parcel');
    await update(view({ way: 'parcel', number: second, onevent }));
    await until(() => states.length === 2);
    equal(states, [first, second], 'what the component has heard');
    equal(target.querySelector('droppoint-parcel') === parcel, true, 'whether it is the same element');
    equal(parcel.textContent?.trim(), 'Order', 'the child');
  },
};

const SPREAD: Record<string, Case> = {
  'passes all settings in one go, and false is off': async (target, mount) => {
    const { update } = await mount(view({ way: 'spread', settings: SPREAD_SETTINGS }));
    checkSettings(find(target));
    await update(view({ way: 'spread', settings: { ...SPREAD_SETTINGS, ...OFF } }));
    equal(readSwitches(find(target)), NONE, 'switches');
  },
};

/** Mounts before the element is defined, and checks afterwards; once with booleans on and once with them off. */
async function beginLate(begin: (target: HTMLElement, view: View) => Mounted | Promise<Mounted>) {
  const targets = [SETTINGS, { ...SETTINGS, ...OFF }].map((settings) => ({ settings, target: addTarget() }));
  const mounted: Mounted[] = [];
  for (const { settings, target } of targets)
    mounted.push(await begin(target, view({ way: 'lasting', settings })));
  return () => {
    const [on, off] = targets.map(({ target }) => find(target));
    checkSettings(on!);
    equal(readSwitches(off!), NONE, 'switches');
    equal(off!.filter, SETTINGS.filter, 'filter');
    for (const each of mounted) each.unmount();
  };
}

/** Waits until a condition holds; if it never does, the test's time limit ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function addTarget(): HTMLElement {
  const target = document.createElement('main');
  document.body.append(target);
  return target;
}

/**
 * Runs all cases, each in its own place, and writes each outcome into the page for the test to
 * read.
 */
export async function runCases({ canSpread, mount, hydrate, own }: Framework): Promise<void> {
  const outcomes: Record<string, string> = {};
  const run = async (name: string, test: () => void | Promise<void>) => {
    outcomes[name] = await Promise.resolve()
      .then(test)
      .then(
        () => 'passed',
        (error: unknown) => String(error),
      );
  };
  // The shop's page is rendered before the script loads: the framework doesn't know the tag yet.
  const checkLate = await beginLate(mount);
  const checkHydrated = hydrate && (await beginLate(hydrate));
  await import('droppoint-picker');
  await import('droppoint-picker/parcel');
  await run('settings of a page that was there before the script hold', checkLate);
  if (checkHydrated)
    await run('settings of a page from the server, hydrated before the script, hold', checkHydrated);

  for (const [name, test] of Object.entries({ ...CASES, ...PARCEL, ...(canSpread && SPREAD), ...own })) {
    const target = addTarget();
    let mounted: Mounted | undefined;
    await run(name, () => test(target, async (first) => (mounted = await mount(target, first))));
    mounted?.unmount();
  }
  if (hydrate) {
    await run('settings of a page from the server, hydrated after the script, hold', async () =>
      (await beginLate(hydrate))(),
    );
    await run('events of a page from the server are heard', async () => {
      const target = addTarget();
      const states: string[] = [];
      const settings = { ...SETTINGS, filter: {} };
      const { unmount } = await hydrate(
        target,
        view({ way: 'lasting', settings, onevent: ({ type }) => states.push(type) }),
      );
      await find(target).selectPoint(POINT);
      unmount();
      equal(states, ['droppoint-ready', 'change'], 'what the component has heard');
    });
  }
  Object.assign(window, { outcomes });
}
