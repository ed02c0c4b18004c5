import { stateOfParcel } from '#platform/parcel-state.ts';
import type { FaultBoard } from '../faults.ts';
import { escapeHtml, layOut, makePageHeaders } from '../login-markup.ts';
import { replyHtml, type Reply } from '../reply.ts';
import type { SandboxCarrier } from './carrier.ts';
import { carrierEventsOf } from './events.ts';
import { readSent } from './places.ts';

const SHOWN = 20;

/** Writes the page that shows developers the sandbox's current content, without names, addresses or contents of parcels. */
export function showCarrier(carrier: SandboxCarrier, board: FaultBoard): Reply {
  const { list, clock, consignments, pickups } = carrier;
  const parcels = consignments.latest(SHOWN).map((parcel) => {
    const sent = readSent(parcel.consignment);
    const events = carrierEventsOf(parcel, carrier, sent);
    const state = stateOfParcel(
      events.map(({ code, timeMs }) => ({ code, time: new Date(timeMs).toISOString() })),
    );
    const last = events.at(-1)!;
    return [
      parcel.number,
      parcel.consignment.kind === 'RETURN' ? 'return' : 'shipment',
      state ?? '–',
      last.code,
      writeTime(last.timeMs),
      sent.destination?.pointId ?? '–',
    ];
  });
  const ordered = pickups
    .slice(-SHOWN)
    .reverse()
    .map(({ reference, status, pickup }) => [
      reference,
      status,
      writeTime(Date.parse(pickup.pickupTime.from)),
      String(pickup.volume.count),
    ]);
  const faults = board
    .show()
    .map(({ seen, hits, ...fault }) => [JSON.stringify(fault), `${hits} of ${seen}`]);
  const speed =
    clock.daySeconds === 0 ? 'Parcels are stopped' : `A day of a parcel's life takes ${clock.daySeconds} s`;
  const body = layOut(
    'Carrier',
    `<h1>Content of the sandbox</h1>
<p>${list.count.toLocaleString('en')} points, ${consignments.count.toLocaleString('en')} parcels, ${pickups.length.toLocaleString('en')} pickups. ${speed}; it is ${writeTime(clock.calendarMs)}.</p>
${writeTable('Latest parcels', ['number', 'kind', 'state', 'event', 'at', 'point'], parcels)}
${writeTable('Latest pickups', ['number', 'status', 'from', 'parcels'], ordered)}
${writeTable('Faults', ['fault', 'requests hit'], faults)}
<p class="hint">Faults, the clock and the request log are at <code>/__sandbox/</code>: see sandbox/README.md.</p>`,
    'wide',
  );
  return replyHtml(200, body, makePageHeaders([]));
}

const writeTime = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

function writeTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>None.</p>`;
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
    .join('\n');
  return `<h2>${title}</h2><div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table></div>`;
}
