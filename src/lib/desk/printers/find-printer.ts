import type { LabelPrinter } from './label-printer.ts';
import { chooseSerialPrinter, findSerialPrinter, type Serial } from './serial-printer.ts';
import { chooseUsbPrinter, findUsbPrinter, type Usb } from './usb-printer.ts';

/** How this browser reaches label printers. Firefox and Safari have neither way. */
export interface PrinterWays {
  usb?: Usb;
  serial?: Serial;
}
export type PrinterWay = keyof PrinterWays;

/** Finds the label printer that was chosen before, by USB or else by a serial port. null: there is none. */
export async function findPrinter({ usb, serial }: PrinterWays): Promise<LabelPrinter | null> {
  const byUsb = usb === undefined ? null : await findUsbPrinter(usb).catch(() => null);
  if (byUsb !== null) return byUsb;
  return serial === undefined ? null : findSerialPrinter(serial).catch(() => null);
}

/** Lets the user choose a printer. @returns null if they chose none */
export async function choosePrinter(
  { usb, serial }: PrinterWays,
  way: PrinterWay,
): Promise<LabelPrinter | null> {
  if (way === 'usb') return usb === undefined ? null : chooseUsbPrinter(usb);
  return serial === undefined ? null : chooseSerialPrinter(serial);
}
