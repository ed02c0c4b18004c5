import { pause } from '#async/pause.ts';
import { readHostStatus } from './host-status.ts';
import { PrinterError, type LabelPrinter, type PrinterLine } from './label-printer.ts';

/** The parts of WebUSB that a printer needs; TypeScript has no types of it. */
export interface Usb {
  getDevices(): Promise<UsbDevice[]>;
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>;
}
interface UsbEndpoint {
  endpointNumber: number;
  direction: 'in' | 'out';
  type: string;
}
interface UsbInterface {
  interfaceNumber: number;
  alternates: { alternateSetting: number; interfaceClass: number; endpoints: UsbEndpoint[] }[];
}
export interface UsbDevice {
  vendorId: number;
  productId: number;
  productName?: string | null | undefined;
  serialNumber?: string | null | undefined;
  configuration: { interfaces: UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  selectAlternateInterface(number: number, alternate: number): Promise<void>;
  transferOut(
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<{ status?: string; bytesWritten: number }>;
  transferIn(endpoint: number, length: number): Promise<{ data?: DataView | undefined }>;
  controlTransferIn(
    setup: { requestType: 'class'; recipient: 'interface'; request: number; value: number; index: number },
    length: number,
  ): Promise<{ data?: DataView | undefined }>;
}

/** Class of printers, for devices and interfaces. */
const PRINTER_CLASS = 7;
/** Bytes of a transfer: larger ones fail on some systems. */
const TRANSFER_BYTES = 16 * 1024;
const READ_BYTES = 1024;
/** A printer that tells its status does so within milliseconds. */
const ANSWER_MS = 500;

/** Request of the printer class for a byte of status, and its bits. */
const GET_PORT_STATUS = 1;
const PAPER_EMPTY = 0x20;

/** Finds a printer that was chosen on an earlier visit, which the browser remembers. null: there is none. */
export async function findUsbPrinter(usb: Usb, wait = pause): Promise<LabelPrinter | null> {
  const device = (await usb.getDevices()).find((each) => findInterface(each) !== null);
  return device === undefined ? null : createUsbPrinter(usb, device, wait);
}

/** Lets the user choose a printer. @returns null if they chose none */
export async function chooseUsbPrinter(usb: Usb, wait = pause): Promise<LabelPrinter | null> {
  try {
    const device = await usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
    return createUsbPrinter(usb, device, wait);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

const isSame = (one: UsbDevice, other: UsbDevice) =>
  one.vendorId === other.vendorId &&
  one.productId === other.productId &&
  one.serialNumber === other.serialNumber;

/** The printer is opened for each job, so that other programs can use it in between. */
function createUsbPrinter(usb: Usb, chosen: UsbDevice, wait: typeof pause): LabelPrinter {
  return {
    name: chosen.productName ?? 'USB',
    async print(zpl) {
      // A printer that was switched off and on is another device.
      const device = (await usb.getDevices()).find((each) => isSame(each, chosen));
      if (device === undefined) throw new PrinterError('unplugged');
      try {
        const line = await openLine(device, wait);
        const problem = await readHostStatus(line);
        if (problem !== null) throw new PrinterError(problem);
        await line.write(zpl);
        return await readHostStatus(line);
      } finally {
        // Also ends a read that the printer never answered.
        await device.close().catch(() => {});
      }
    },
  };
}

/** The interface of a printer with its endpoints. null: the device is no printer. */
function findInterface({ configuration }: UsbDevice) {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? [])
    for (const { alternateSetting, interfaceClass, endpoints } of alternates) {
      const find = (direction: 'in' | 'out') =>
        endpoints.find((each) => each.type === 'bulk' && each.direction === direction)?.endpointNumber;
      const out = find('out');
      if (interfaceClass === PRINTER_CLASS && out !== undefined)
        return { interfaceNumber, alternateSetting, out, in: find('in') ?? null };
    }
  return null;
}

async function openLine(device: UsbDevice, wait: typeof pause): Promise<PrinterLine> {
  let found: ReturnType<typeof findInterface> = null;
  try {
    await device.open();
    if (device.configuration === null) await device.selectConfiguration(1);
    found = findInterface(device);
    if (found === null) throw new PrinterError('failed');
    await device.claimInterface(found.interfaceNumber);
    if (found.alternateSetting !== 0)
      await device.selectAlternateInterface(found.interfaceNumber, found.alternateSetting);
  } catch (error) {
    // The system's driver has it, or another program.
    throw error instanceof PrinterError ? error : new PrinterError('busy', error);
  }
  const { out, in: input, interfaceNumber } = found;
  let silent = input === null;
  return {
    write: (bytes) => writeAll(device, out, bytes),
    async read() {
      if (silent || input === null) return null;
      const timeout = wait(ANSWER_MS).then(() => null);
      const reading = device.transferIn(input, READ_BYTES).then(({ data }) => data ?? null);
      const data = await Promise.race([reading.catch(() => null), timeout]);
      // The read goes on until the device is closed, and would take the next answer.
      silent = data === null;
      return data === null ? null : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    },
    async readProblem() {
      const setup = { requestType: 'class', recipient: 'interface', request: GET_PORT_STATUS } as const;
      const answer = device.controlTransferIn({ ...setup, value: 0, index: interfaceNumber }, 1);
      const status = (await answer.catch(() => null))?.data;
      return status !== undefined && status.byteLength > 0 && (status.getUint8(0) & PAPER_EMPTY) !== 0
        ? 'paper_out'
        : null;
    },
  };
}

async function writeAll(device: UsbDevice, endpoint: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.slice(at, at + TRANSFER_BYTES);
    const { status = 'ok', bytesWritten } = await device
      .transferOut(endpoint, piece)
      .catch((error: unknown) => {
        throw new PrinterError('failed', error);
      });
    if (status !== 'ok' || bytesWritten === 0) throw new PrinterError('failed');
    at += bytesWritten;
  }
}
