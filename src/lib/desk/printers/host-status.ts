import type { PrinterLine, PrinterProblem } from './label-printer.ts';

/** The ZPL command that lets a printer report its status, in three lines between STX and ETX. */
const HOST_STATUS = '~HS';
const LINES = 3;
/** Packets that an answer may come in. */
const MAX_PACKETS = 8;

// eslint-disable-next-line no-control-regex -- the protocol's own frame
const FRAME = /\x02([^\x02\x03]*)\x03/g;

/**
 * Parses an answer to `~HS`.
 * @returns the problem that keeps the printer from printing; null: none; undefined: not a complete answer
 */
export function parseHostStatus(text: string): PrinterProblem | null | undefined {
  const lines = [...text.matchAll(FRAME)].map(([, line = '']) => line.split(','));
  const [first, second] = lines.slice(-LINES);
  if (first === undefined || second === undefined || lines.length < LINES) return undefined;
  if (second[2] === '1') return 'head_open';
  if (first[1] === '1') return 'paper_out';
  if (second[3] === '1') return 'ribbon_out';
  return first[2] === '1' ? 'paused' : null;
}

/** Requests a printer's status. @returns null if it has no problem, or doesn't answer */
export async function readHostStatus(line: PrinterLine): Promise<PrinterProblem | null> {
  await line.write(new TextEncoder().encode(HOST_STATUS));
  let text = '';
  for (let packet = 0; packet < MAX_PACKETS; packet++) {
    const bytes = await line.read();
    if (bytes === null) break;
    text += new TextDecoder('latin1').decode(bytes);
    const problem = parseHostStatus(text);
    if (problem !== undefined) return problem;
  }
  return (await line.readProblem?.()) ?? null;
}
