import * as z from 'zod/mini';
import type { Broker } from '../../broker/broker.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Desk } from '../desk.svelte.ts';
import { openMarks } from '../marks/marks.svelte.ts';
import { formatOf, isPdf, LABEL_CHOICES, LABEL_SETTING, type LabelChoice } from './label-choice.ts';
import { writeLabelFile } from './label-file.ts';
import { saveBatch } from './last-batch.ts';
import { loadLabels, type LabelledParcel, type LoadedLabels } from './load-labels.ts';

const TAB = 'droppoint-labels';

/**
 * Prints or saves labels as one file in the chosen format, and marks them as printed. A PDF opens in a
 * new tab and opens the print dialog there. It can't be in a frame, because the pages' policy only allows
 * frames of our own pages, and allowing `blob:` would allow it on all pages. The same tab is reused.
 */
export class LabelJob {
  choice = $state<LabelChoice>('pdf-a6');
  /** Labels loaded so far. */
  done = $state(0);
  total = $state(0);
  /** Labels in the last finished file; 0: none yet. */
  finished = $state(0);
  failed = $state.raw<LoadedLabels['failed']>([]);
  /** URL of a file whose tab the browser blocked; empty: none. */
  blockedUrl = $state('');
  /** Whether the failed labels were to be printed. */
  wasToPrint = false;
  /** Loading the saved choice. An early click waits for it. */
  readonly ready: Promise<void>;

  constructor(
    readonly desk: Desk,
    readonly broker: Pick<Broker, 'platform'>,
  ) {
    this.ready = desk.readSetting(LABEL_SETTING, z.enum(LABEL_CHOICES)).then(
      (stored) => void (this.choice = stored ?? this.choice),
      () => {},
    );
  }

  /** Whether labels in the chosen format can be printed from here; otherwise they can only be saved. */
  get canPrint(): boolean {
    return isPdf(this.choice);
  }

  /** Chooses a format, and remembers it. */
  choose(choice: LabelChoice): void {
    this.choice = choice;
    // If it can't be stored, it is chosen until the page is closed.
    void this.desk.saveSetting(LABEL_SETTING, choice).catch(() => {});
  }

  /**
   * Loads the labels and prints or saves those that could be loaded; the others are in `failed`.
   * @throws DeskError if the marks can't be stored: the labels were printed all the same
   */
  async run(parcels: readonly LabelledParcel[], toPrint: boolean): Promise<void> {
    this.close();
    [this.failed, this.done, this.total, this.finished] = [[], 0, parcels.length, 0];
    this.wasToPrint = toPrint;
    await this.ready;
    const { choice } = this;
    const { platform } = this.broker;
    const loaded = await loadLabels(this.desk, platform, parcels, formatOf(choice), () => (this.done += 1));
    this.failed = loaded.failed;
    if (loaded.labels.length === 0) return;
    const file = await writeLabelFile(loaded.labels, { toPrint, fourOnPage: choice === 'pdf-a6x4' });
    if (toPrint) this.#open(file);
    else saveFile(nameFile(loaded.labels.length, parcels, choice), file);
    this.finished = loaded.labels.length;
    const failedIds = loaded.failed.map(({ parcel }) => parcel.id);
    await this.#mark(parcels.map(({ id }) => id).filter((id) => !failedIds.includes(id)));
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

  #open(file: Blob): void {
    const url = URL.createObjectURL(file);
    const tab = window.open(url, TAB);
    if (tab === null) {
      // The click was too long ago, or this site may not open tabs.
      this.blockedUrl = url;
      return;
    }
    tab.focus();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

function nameFile(amount: number, parcels: readonly LabelledParcel[], choice: LabelChoice): string {
  const [kind, variant] = choice.split('-') as [string, string];
  const name =
    amount === 1 && parcels.length === 1 ? `label-${parcels[0]!.trackingNumber}` : `labels-${amount}`;
  return `${name}-${variant}.${isPdf(choice) ? kind : 'zpl'}`.replaceAll(/[^\w.-]/g, '_');
}
