import * as z from 'zod/mini';
import type { Broker } from '../../broker/broker.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Desk } from '../desk.svelte.ts';
import { openMarks } from '../marks/marks.svelte.ts';
import type { PrinterWay, PrinterWays } from '../printers/find-printer.ts';
import type { LabelPrinter, PrinterProblem } from '../printers/label-printer.ts';
import { writeLabelFile } from './label-file.ts';
import { saveBatch } from './last-batch.ts';
import {
  DESK_FORMATS,
  type DeskFormat,
  type LabelledParcel,
  type LoadedLabels,
  loadLabels,
} from './load-labels.ts';
import { openPrintTab } from './open-print-tab.ts';

/** Name of the desk's setting for the choice. */
const LABEL_SETTING = 'label-format';

/** Formats that a person can choose: the platform's, and four labels on a sheet of A4. */
export const LABEL_CHOICES = [...DESK_FORMATS, 'pdf-a6x4'] as const;
export type LabelChoice = (typeof LABEL_CHOICES)[number];

/** The format in which the platform provides the labels of a choice. */
const formatOf = (choice: LabelChoice): DeskFormat => (choice === 'pdf-a6x4' ? 'pdf-a6' : choice);

export const isPdf = (choice: LabelChoice) => choice.startsWith('pdf');

/**
 * Prints or saves labels as one file in the chosen format, and marks them as printed. ZPL goes straight to
 * a label printer; a PDF opens in a new tab, with the print dialog.
 */
export class LabelJob {
  choice = $state<LabelChoice>('pdf-a6');
  /** Labels loaded so far. */
  done = $state(0);
  total = $state(0);
  /** Labels in the last finished file; 0: none yet. */
  finished = $state(0);
  /** Labels that `preload` has loaded; null: it wasn't called. */
  preloaded = $state<number | null>(null);
  failed = $state.raw<LoadedLabels['failed']>([]);
  /** URL of a file whose tab the browser blocked; empty: none. */
  blockedUrl = $state('');
  /** The label printer that takes ZPL without a dialog; null: none was chosen. */
  printer = $state.raw<LabelPrinter | null>(null);
  /** A problem of the printer since the last labels were sent to it; null: none is known. */
  warning = $state<PrinterProblem | null>(null);
  /** Whether the failed labels were to be printed. */
  wasToPrint = false;
  /** Loading the saved choice. An early click waits for it. */
  readonly ready: Promise<void>;

  constructor(
    readonly desk: Desk,
    readonly broker: Pick<Broker, 'platform'>,
    readonly ways: PrinterWays = navigator as PrinterWays,
  ) {
    this.ready = this.#restore().catch(() => {});
  }

  async #restore(): Promise<void> {
    this.choice = (await this.desk.readSetting(LABEL_SETTING, z.enum(LABEL_CHOICES))) ?? this.choice;
    await this.#findPrinter();
  }

  /** Finds the printer that the browser remembers, if labels are in its language. */
  async #findPrinter(): Promise<void> {
    if (isPdf(this.choice) || this.printer !== null) return;
    const { findPrinter } = await import('../printers/find-printer.ts');
    this.printer = await findPrinter(this.ways);
  }

  /** Lets the user choose a label printer. If they choose none, the one before stays. */
  async choosePrinter(way: PrinterWay): Promise<void> {
    const { choosePrinter } = await import('../printers/find-printer.ts');
    this.printer = (await choosePrinter(this.ways, way)) ?? this.printer;
  }

  /** Whether labels in the chosen format can be printed from here; otherwise they can only be saved. */
  get canPrint(): boolean {
    return isPdf(this.choice) || this.printer !== null;
  }

  /** Chooses a format, and remembers it. */
  choose(choice: LabelChoice): void {
    this.choice = choice;
    void this.#findPrinter().catch(() => {});
    // If it can't be stored, it is chosen until the page is closed.
    void this.desk.saveSetting(LABEL_SETTING, choice).catch(() => {});
  }

  /**
   * Loads the labels and prints or saves those that could be loaded; the others are in `failed`.
   * @throws PrinterError if the label printer took none of them, or only a part; DeskError if the marks
   *   can't be stored: the labels were printed all the same
   */
  async run(parcels: readonly LabelledParcel[], toPrint: boolean): Promise<void> {
    this.close();
    [this.failed, this.done, this.total, this.finished] = [[], 0, parcels.length, 0];
    this.warning = null;
    this.wasToPrint = toPrint;
    await this.ready;
    const { choice } = this;
    const { platform } = this.broker;
    const loaded = await loadLabels(this.desk, platform, parcels, formatOf(choice), () => (this.done += 1));
    this.failed = loaded.failed;
    if (loaded.labels.length === 0) return;
    const file = await writeLabelFile(loaded.labels, { toPrint, fourOnPage: choice === 'pdf-a6x4' });
    const failedIds = loaded.failed.map(({ parcel }) => parcel.id);
    const ids = parcels.map(({ id }) => id).filter((id) => !failedIds.includes(id));
    if (!toPrint) saveFile(nameFile(loaded.labels.length, parcels, choice), file);
    else if (isPdf(choice) || this.printer === null) this.blockedUrl = openPrintTab(file) ?? '';
    else await this.#sendToPrinter(this.printer, file, ids);
    this.finished = loaded.labels.length;
    await this.#mark(ids);
  }

  async #sendToPrinter(printer: LabelPrinter, file: Blob, ids: readonly string[]): Promise<void> {
    try {
      this.warning = await printer.print(new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      // A part may have been printed: the batch is offered from a label on.
      await saveBatch(this.desk, { ids, printedMs: Date.now() });
      throw error;
    }
  }

  /** Loads labels, so that they can be printed without a connection. Never throws for single labels. */
  async preload(parcels: readonly LabelledParcel[]): Promise<void> {
    [this.done, this.total, this.preloaded] = [0, parcels.length, null];
    await this.ready;
    const count = () => (this.done += 1);
    const loaded = await loadLabels(this.desk, this.broker.platform, parcels, formatOf(this.choice), count);
    this.preloaded = loaded.labels.length;
  }

  /** Releases the file that wasn't opened. */
  close(): void {
    URL.revokeObjectURL(this.blockedUrl);
    this.blockedUrl = '';
  }

  async #mark(ids: readonly string[]): Promise<void> {
    const nowMs = Date.now();
    await (await openMarks(this.desk)).markPrinted(ids, nowMs);
    await saveBatch(this.desk, { ids, printedMs: nowMs });
  }
}

function nameFile(amount: number, parcels: readonly LabelledParcel[], choice: LabelChoice): string {
  const [kind, variant] = choice.split('-') as [string, string];
  const name =
    amount === 1 && parcels.length === 1 ? `label-${parcels[0]!.trackingNumber}` : `labels-${amount}`;
  return `${name}-${variant}.${isPdf(choice) ? kind : 'zpl'}`.replaceAll(/[^\w.-]/g, '_');
}
