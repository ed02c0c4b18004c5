import { expect, type Page } from '@playwright/test';
import { openCard, test } from './widget-shop.ts';

/** What the frame tells a shop's page of a point, as it comes through the port: the page here is no widget but a script of its own. */
test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

const KNOWN = 'PL_CZE10M';

interface Talk {
  port: MessagePort;
  heard: { type: string; id: number }[];
}

/** Begins a conversation with the frame, as the widget would. */
async function begin(page: Page, config: object): Promise<void> {
  await page.evaluate((config) => {
    const { port1, port2 } = new MessageChannel();
    const heard: Talk['heard'] = [];
    Object.assign(window, { talk: { port: port1, heard } });
    port1.onmessage = ({ data }: MessageEvent<Talk['heard'][number]>) => {
      heard.push(data);
      if (data.type === 'select')
        port1.postMessage({ droppoint: 1, type: 'verdict', id: data.id, accepted: true });
    };
    const frame = document.querySelector('iframe')!;
    addEventListener('message', ({ origin, data }: MessageEvent<{ type: string }>) => {
      const init = { droppoint: 1, type: 'init', nonce: 'n', config };
      if (data.type === 'hello') frame.contentWindow!.postMessage(init, origin, [port2]);
    });
    frame.src = frame.dataset['src']!;
  }, config);
}

const hear = (page: Page, type: string) =>
  page.evaluate(
    (type) => (window as unknown as { talk: Talk }).talk.heard.filter((message) => message.type === type),
    type,
  );

test.beforeEach(async ({ page, shop, droppoint }) => {
  const policy = `default-src 'none'; script-src 'unsafe-inline'; frame-src ${droppoint.origin}`;
  const address = `${droppoint.origin}/embed#origin=${encodeURIComponent(shop.origin)}`;
  const markup = `<!doctype html><html lang="en"><head><title>Shop</title></head>
<body><iframe data-src="${address}" width="900" height="700"></iframe></body></html>`;
  await shop.open(page, { body: '', policy, markup });
});

/** The same as the function tells of that point. */
async function readSummary(page: Page, origin: string, id: string): Promise<unknown> {
  const answer = await page.request.get(`${origin}/api/points/${id}`);
  return ((await answer.json()) as { summary: unknown }).summary;
}

test('a value that the shop sets comes back with the summary that the function gives', async ({
  page,
  droppoint,
}) => {
  await begin(page, { value: KNOWN });
  await expect.poll(() => hear(page, 'change')).toHaveLength(1);
  const summary = await readSummary(page, droppoint.origin, KNOWN);
  expect(summary).toMatchObject({ id: KNOWN, country: 'PL', lines: expect.arrayContaining([]) });
  expect(await hear(page, 'change')).toEqual([
    expect.objectContaining({
      source: 'value',
      point: expect.objectContaining({ id: KNOWN }),
      summary,
    }),
  ]);
});

test('a point that the shopper chooses has its summary before the shop’s verdict and after it', async ({
  page,
  droppoint,
}) => {
  await begin(page, { latitude: 50.802, longitude: 19.1158, zoom: 14 });
  const frame = page.frameLocator('iframe');
  await openCard(frame);
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await expect.poll(() => hear(page, 'change')).toHaveLength(1);
  const [asked] = (await hear(page, 'select')) as unknown as { point: { id: string }; summary: unknown }[];
  const [told] = (await hear(page, 'change')) as unknown as { summary: unknown }[];
  expect(asked!.summary).toEqual(await readSummary(page, droppoint.origin, asked!.point.id));
  expect(told!.summary).toEqual(asked!.summary);
});

test('a checked point has its summary, and what is offered in its place each its own', async ({ page }) => {
  await begin(page, {});
  await expect.poll(() => hear(page, 'ready')).toHaveLength(1);
  await page.evaluate((pointId) => {
    const { port } = (window as unknown as { talk: Talk }).talk;
    const near = { latitude: 50.802, longitude: 19.1158 };
    port.postMessage({ droppoint: 1, type: 'validate', id: 1, pointId });
    port.postMessage({ droppoint: 1, type: 'validate', id: 2, pointId: 'PL_CLOSED', near });
  }, KNOWN);
  await expect.poll(() => hear(page, 'answer')).toHaveLength(2);
  const answers = (await hear(page, 'answer')).sort((a, b) => a.id - b.id) as unknown as {
    value: {
      isValid: boolean;
      summary?: { id: string };
      alternatives: { id: string; summary: { id: string } }[];
    };
  }[];
  expect(answers[0]!.value).toMatchObject({ isValid: true, summary: { id: KNOWN } });
  const { isValid, summary, alternatives } = answers[1]!.value;
  expect([isValid, summary, alternatives.length]).toEqual([false, undefined, 5]);
  expect(alternatives.map((point) => point.summary.id)).toEqual(alternatives.map(({ id }) => id));
});
