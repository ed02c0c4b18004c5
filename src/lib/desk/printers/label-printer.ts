/**
 * Why a label printer prints nothing. `unplugged`: it isn't connected, or is off. `busy`: another program,
 * or the system's driver, has it. `failed`: it took only a part.
 */
export type PrinterProblem =
  | 'paper_out'
  | 'head_open'
  | 'ribbon_out'
  | 'paused'
  | 'unplugged'
  | 'busy'
  | 'failed';

export class PrinterError extends Error {
  override readonly name = 'PrinterError';

  constructor(
    readonly code: PrinterProblem,
    cause?: unknown,
  ) {
    super(`The label printer prints nothing: ${code}.`, { cause });
  }
}

/** A label printer that takes ZPL from this page, without a dialog. */
export interface LabelPrinter {
  /** The product's name. */
  readonly name: string;
  /**
   * Sends labels, if the printer is ready.
   * @returns a problem that came up since: the printer goes on once it is solved; null: none is known
   * @throws PrinterError if nothing, or only a part, was sent
   */
  print(zpl: Uint8Array<ArrayBuffer>): Promise<PrinterProblem | null>;
}

/** A line to a printer: bytes in both directions. */
export interface PrinterLine {
  /** @throws PrinterError */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Reads what has arrived, waiting for a moment; null: the printer is silent. */
  read(): Promise<Uint8Array | null>;
  /** Reads the problem that the line itself reports; null: none, or it reports nothing. */
  readProblem?(): Promise<PrinterProblem | null>;
}
