import { expect, it } from 'vitest';
import { findPrinter, choosePrinter } from '../../../../src/lib/desk/printers/find-printer.ts';
import { parseHostStatus } from '../../../../src/lib/desk/printers/host-status.ts';
import { chooseSerialPrinter } from '../../../../src/lib/desk/printers/serial-printer.ts';
import { chooseUsbPrinter, type Usb } from '../../../../src/lib/desk/printers/usb-printer.ts';
import { startUsb, writeHostStatus } from './fake-usb.ts';

/** A printer that says nothing is waited for no longer than a test takes. */
const wait = () => Promise.resolve();
const never = () => new Promise<void>(() => {});
const encode = (text: string) => new TextEncoder().encode(text);
/** Labels of three transfers. */
const LABELS = Array.from({ length: 1000 }, (_, at) => `^XA^FO20,20^A0N,40,40^FDLabel ${at}^FS^XZ\n`).join(
  '',
);

it('USB printer: it gets exactly the ZPL, in transfers of at most 16 KB, between two requests for its status', async () => {
  const { usb, transfers, calls, readPrinted } = startUsb({ status: () => writeHostStatus() });
  const printer = await chooseUsbPrinter(usb, never);
  expect(printer?.name).toBe('Label printer');
  expect(await printer!.print(encode(LABELS))).toBeNull();
  expect(readPrinted()).toBe(LABELS);
  const [first, ...others] = transfers;
  const last = others.pop();
  expect([first, last]).toEqual([3, 3]);
  expect(others).toEqual([16_384, 16_384, LABELS.length - 2 * 16_384]);
  // Other programs can use it in between.
  expect(calls).toEqual(['open', 'claimInterface', 'close']);
});

it('USB printer: a transfer that takes only a part goes on from there', async () => {
  const { usb, readPrinted } = startUsb({ takes: 1000 });
  await (await chooseUsbPrinter(usb, wait))!.print(encode(LABELS));
  expect(readPrinted()).toBe(LABELS);
});

it.each([
  ['paper_out', { status: () => writeHostStatus({ paperOut: true }) }],
  ['head_open', { status: () => writeHostStatus({ headOpen: true, paperOut: true }) }],
  ['ribbon_out', { status: () => writeHostStatus({ ribbonOut: true }) }],
  ['paused', { status: () => writeHostStatus({ paused: true }) }],
  // A printer that doesn't know ZPL's status tells that of its class.
  ['paper_out', { portStatus: 0x20 }],
  ['busy', { fails: { call: 'claimInterface', error: new Error('claimed') } }],
  ['busy', { fails: { call: 'open', error: new Error('access denied') } }],
] as const)('USB printer: it prints nothing if it is %s', async (code, printer) => {
  const { usb, calls, readPrinted } = startUsb(printer);
  const chosen = await chooseUsbPrinter(usb, 'status' in printer ? never : wait);
  await expect(chosen!.print(encode(LABELS))).rejects.toMatchObject({ code });
  expect([readPrinted(), calls.at(-1)]).toEqual(['', 'close']);
});

it('USB printer: paper that ran out meanwhile is told, and a broken transfer fails', async () => {
  const answers = [writeHostStatus(), writeHostStatus({ paperOut: true })];
  const meanwhile = startUsb({ status: () => answers.shift() ?? null });
  expect(await (await chooseUsbPrinter(meanwhile.usb, never))!.print(encode(LABELS))).toBe('paper_out');
  const broken = startUsb({ stallsAt: 2 });
  const printing = (await chooseUsbPrinter(broken.usb, wait))!.print(encode(LABELS));
  await expect(printing).rejects.toMatchObject({ code: 'failed' });
});

it('USB printer: the browser remembers it, also after it was off', async () => {
  const { usb, unplug, plug, readPrinted } = startUsb();
  expect(await findPrinter({ usb })).toBeNull();
  const printer = await choosePrinter({ usb }, 'usb');
  unplug();
  await expect(printer!.print(encode('^XA^XZ'))).rejects.toMatchObject({ code: 'unplugged' });
  plug();
  const found = await findPrinter({ usb });
  expect(found?.name).toBe('Label printer');
  expect(readPrinted()).toBe('');
});

it('Printers: nothing is chosen if the user closes the list, or the browser has no way to one', async () => {
  const requestDevice = () => Promise.reject(new DOMException('No device selected.', 'NotFoundError'));
  expect(await choosePrinter({ usb: { requestDevice } as unknown as Usb }, 'usb')).toBeNull();
  expect(await findPrinter({})).toBeNull();
});

/** A serial port with a printer that answers a request for its status. */
function startSerial(status: string | null) {
  let [printed, isOpen] = ['', false];
  let answer: (bytes: Uint8Array) => void = () => {};
  const port = {
    open: () => Promise.resolve(void (isOpen = true)),
    close: () => Promise.resolve(void (isOpen = false)),
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
  };
  port.readable = new ReadableStream({
    start: (control) => void (answer = (bytes) => control.enqueue(bytes)),
  });
  port.writable = new WritableStream({
    write(bytes) {
      const text = new TextDecoder().decode(bytes);
      if (text !== '~HS') printed += text;
      else if (status !== null) answer(encode(status));
    },
  });
  const serial = { getPorts: () => Promise.resolve([port]), requestPort: () => Promise.resolve(port) };
  return { serial, read: () => [printed, isOpen] };
}

it.each([
  ['that tells its status', writeHostStatus(), never],
  ['that is silent', null, wait],
] as const)(
  'Serial printer: one %s gets exactly the ZPL, and the port is closed',
  async (_, status, pause) => {
    const { serial, read } = startSerial(status);
    expect(await (await chooseSerialPrinter(serial, pause))!.print(encode(LABELS))).toBeNull();
    expect(read()).toEqual([LABELS, false]);
  },
);

it('Serial printer: without paper, nothing is printed', async () => {
  const { serial, read } = startSerial(writeHostStatus({ paperOut: true }));
  const printing = (await chooseSerialPrinter(serial, never))!.print(encode(LABELS));
  await expect(printing).rejects.toMatchObject({ code: 'paper_out' });
  expect(read()).toEqual(['', false]);
});

it('Status: an incomplete answer is none, and older answers before it don’t count', () => {
  expect(parseHostStatus(writeHostStatus().slice(0, -6))).toBeUndefined();
  expect(parseHostStatus(writeHostStatus({ paperOut: true }) + writeHostStatus())).toBeNull();
});
