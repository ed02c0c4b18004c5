import { pause } from '#async/pause.ts';
import { readHostStatus } from './host-status.ts';
import { PrinterError, type LabelPrinter, type PrinterLine } from './label-printer.ts';

/** The parts of Web Serial that a printer needs; TypeScript has no types of it. */
export interface Serial {
  getPorts(): Promise<SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}
export interface SerialPort {
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}

/** The rate that label printers are delivered with. A printer on a virtual port ignores it. */
const BAUD_RATE = 9600;
/** A printer that tells its status does so at once; three lines take a tenth of a second at this rate. */
const ANSWER_MS = 1000;

/** Finds a port that was chosen on an earlier visit, which the browser remembers. null: there is none. */
export async function findSerialPrinter(serial: Serial, wait = pause): Promise<LabelPrinter | null> {
  const [port] = await serial.getPorts();
  return port === undefined ? null : createSerialPrinter(port, wait);
}

/** Lets the user choose a port. @returns null if they chose none */
export async function chooseSerialPrinter(serial: Serial, wait = pause): Promise<LabelPrinter | null> {
  try {
    return createSerialPrinter(await serial.requestPort(), wait);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** The port is opened for each job, so that other programs can use it in between. */
function createSerialPrinter(port: SerialPort, wait: typeof pause): LabelPrinter {
  return {
    name: 'COM',
    async print(zpl) {
      await port.open({ baudRate: BAUD_RATE }).catch((error: unknown) => {
        throw new PrinterError('busy', error);
      });
      const line = openLine(port, wait);
      try {
        const problem = await readHostStatus(line);
        if (problem !== null) throw new PrinterError(problem);
        await line.write(zpl);
        return await readHostStatus(line);
      } finally {
        await line.end();
        await port.close().catch(() => {});
      }
    },
  };
}

function openLine({ readable, writable }: SerialPort, wait: typeof pause) {
  if (readable === null || writable === null) throw new PrinterError('unplugged');
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  let silent = false;
  const line = {
    async write(bytes) {
      await writer.write(bytes).catch((error: unknown) => {
        throw new PrinterError('failed', error);
      });
    },
    async read() {
      if (silent) return null;
      const reading = reader.read().then(({ value }) => value ?? null);
      const bytes = await Promise.race([reading.catch(() => null), wait(ANSWER_MS).then(() => null)]);
      silent = bytes === null;
      return bytes;
    },
  } satisfies PrinterLine;
  return {
    ...line,
    /** Ends both directions, also a read that the printer never answered. */
    async end() {
      await reader.cancel().catch(() => {});
      reader.releaseLock();
      await writer.close().catch(() => {});
    },
  };
}
