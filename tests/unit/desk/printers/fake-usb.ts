import type { Usb, UsbDevice } from '../../../../src/lib/desk/printers/usb-printer.ts';

/** An answer to `~HS`, with fields as the manufacturers' manuals describe them. */
export function writeHostStatus(
  change: { paperOut?: boolean; paused?: boolean; headOpen?: boolean; ribbonOut?: boolean } = {},
): string {
  const flag = (value = false) => (value ? '1' : '0');
  const lines = [
    `030,${flag(change.paperOut)},${flag(change.paused)},1245,000,0,0,0,000,0,0,0`,
    `000,0,${flag(change.headOpen)},${flag(change.ribbonOut)},0,2,6,0,00000000,1,000`,
    '1234,0',
  ];
  return lines.map((line) => `\x02${line}\x03\r\n`).join('');
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

interface FakePrinter {
  /** The answer to each `~HS`; null: the printer is silent. */
  status?: () => string | null;
  /** The byte of the printer class's own status. */
  portStatus?: number;
  /** Thrown by the call of this name. */
  fails?: { call: 'open' | 'claimInterface'; error: Error };
  /** Bytes that a transfer takes at most. */
  takes?: number;
  /** Number of the transfer that stalls, from 0. */
  stallsAt?: number;
}

/** `navigator.usb` with one printer, which records the sizes of its transfers and the bytes to print. */
export function startUsb(printer: FakePrinter = {}) {
  const transfers: number[] = [];
  const calls: string[] = [];
  let printed = '';
  let answers: string[] = [];
  const device: UsbDevice = {
    vendorId: 0x0a5f,
    productId: 1,
    productName: 'Label printer',
    serialNumber: '1',
    configuration: {
      interfaces: [
        {
          interfaceNumber: 0,
          alternates: [
            {
              alternateSetting: 0,
              interfaceClass: 7,
              endpoints: [
                { endpointNumber: 1, direction: 'out', type: 'bulk' },
                { endpointNumber: 2, direction: 'in', type: 'bulk' },
              ],
            },
          ],
        },
      ],
    },
    ...Object.fromEntries(
      (['open', 'close', 'selectConfiguration', 'claimInterface', 'selectAlternateInterface'] as const).map(
        (name) => [
          name,
          () => {
            calls.push(name);
            return printer.fails?.call === name ? Promise.reject(printer.fails.error) : Promise.resolve();
          },
        ],
      ),
    ),
    transferOut(endpoint: number, data: Uint8Array) {
      if (endpoint !== 1) throw new TypeError('Not the printer’s endpoint.');
      if (transfers.length === printer.stallsAt) return Promise.resolve({ status: 'stall', bytesWritten: 0 });
      const taken = data.subarray(0, printer.takes);
      transfers.push(taken.length);
      if (latin1(data) === '~HS') answers.push(...[printer.status?.() ?? []].flat());
      else printed += latin1(taken);
      return Promise.resolve({ status: 'ok', bytesWritten: taken.length });
    },
    transferIn(endpoint: number) {
      const [answer, ...others] = answers;
      if (endpoint !== 2 || answer === undefined) return new Promise<never>(() => {});
      answers = others;
      const bytes = new TextEncoder().encode(answer);
      // The answer comes in two packets.
      if (bytes.length > 20) answers = [answer.slice(20), ...others];
      return Promise.resolve({ data: new DataView(bytes.buffer, 0, Math.min(20, bytes.length)) });
    },
    controlTransferIn: () =>
      Promise.resolve({ data: new DataView(Uint8Array.of(printer.portStatus ?? 0x18).buffer) }),
  } as unknown as UsbDevice;
  let devices: UsbDevice[] = [];
  const usb: Usb = {
    getDevices: () => Promise.resolve(devices),
    requestDevice: () => {
      devices = [device];
      return Promise.resolve(device);
    },
  };
  return {
    usb,
    transfers,
    calls,
    readPrinted: () => printed,
    unplug: () => void (devices = []),
    plug: () => void (devices = [{ ...device }]),
  };
}
