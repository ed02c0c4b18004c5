import type { FigureName } from './figures.ts';
import { CLOUDFLARE } from './prices.ts';

export type Measured = Readonly<Record<FigureName, number>>;

/** Figures that aren't measured here: people's behaviour, and the machines. */
export interface Assumed {
  shoppersAnHour: number;
  points: number;
  /** Per visit, requests that the function answers: pages, settings, the streets' manifest. */
  invocations: number;
  /** Per visit, files of the published network up to the first pins. */
  networkFiles: number;
  /** Cards opened, each of which loads a file of items. */
  cards: number;
  cardBytes: number;
  tiles: number;
  tileBytes: number;
  /** Requests of the shop's server, per visit. */
  checks: number;
  nearest: number;
  /** The cost of proxying a request with nginx, in times of a file's. */
  proxied: number;
  /** How long a visitor's one connection (HTTP/2) is open: the visit, and the proxy's keepalive. */
  connectionSeconds: number;
  cores: number;
  memoryBytes: number;
  linkBitsPerSecond: number;
  diskBytes: number;
  /** nginx: worker_connections of each worker; one worker runs on each core. */
  connectionsACore: number;
  machineUsdAMonth: number;
  publishesAMonth: number;
  versionsKept: number;
  /** Items on a page of the platform's list. */
  perPage: number;
}

/** A resource that may run out. */
export interface Use {
  what: string;
  used: number;
  limit: number;
  unit: string;
}

/** One way to run the service at the assumed rate. */
export interface Way {
  name: string;
  machines: number;
  /** Of one machine. The resource nearest to its limit comes first. */
  uses: readonly Use[];
  usdAnHour: number;
  usdAMonth: number;
}

/** The requests of one visit. */
export interface Visit {
  /** Files other than documents. */
  files: number;
  /** Pages, settings, streets. */
  answers: number;
  bytes: number;
}

const SECONDS_AN_HOUR = 3600;
const HOURS_A_MONTH = 730;
const MILLION = 1e6;
/** Static assets without a network: pages, app, base map, widget (`npm run edge` counts them). */
const PAGES_FILES = 1_900;
/** Versions of the network that `npm run edge` copies. */
const VERSIONS_AT_EDGE = 2;

export function countVisit(measured: Measured, assumed: Assumed): Visit {
  return {
    files: measured.visitRequests - assumed.invocations + assumed.cards,
    answers: assumed.invocations + assumed.tiles,
    bytes: measured.visitBytes + assumed.cards * assumed.cardBytes + assumed.tiles * assumed.tileBytes,
  };
}

/** Scales the publishing of a larger network in proportion; a smaller one counts as the measured one. */
export function scalePublishing(measured: Measured, { points }: Pick<Assumed, 'points'>) {
  const times = Math.max(1, points / measured.publishedPoints);
  return {
    seconds: measured.publishSeconds * times,
    cpuSeconds: measured.publishCpuSeconds * times,
    peakBytes: measured.publishPeakBytes * times,
    files: Math.round(measured.publishFiles * times),
    bytes: measured.publishBytes * times,
  };
}

/** The operator's own machines. @param front whether nginx serves the files */
export function runOnMachines(measured: Measured, assumed: Assumed, machines: number, front: boolean): Way {
  const { shoppersAnHour, checks, nearest, proxied, cores } = assumed;
  const { files, answers, bytes } = countVisit(measured, assumed);
  const { fileMs, frontMs, checkMs, nearestMs } = measured;
  const functionMs = answers * fileMs + checks * checkMs + nearest * nearestMs;
  const visitMs = front
    ? files * frontMs + functionMs + (answers + checks + nearest) * proxied * frontMs
    : files * fileMs + functionMs;
  const own = shoppersAnHour / machines / SECONDS_AN_HOUR;
  const published = scalePublishing(measured, assumed);
  const uses: Use[] = [
    // Node answers on one core.
    { what: 'processor', used: (own * visitMs) / 1000, limit: front ? cores : 1, unit: 'cores' },
    {
      what: 'network',
      used: (own * bytes * 8) / MILLION,
      limit: assumed.linkBitsPerSecond / MILLION,
      unit: 'Mbit/s',
    },
    {
      what: 'connections',
      used: own * assumed.connectionSeconds,
      limit: front ? assumed.connectionsACore * cores : 10_000,
      unit: '',
    },
    {
      what: 'memory while publishing',
      used: published.peakBytes / 1e9,
      limit: assumed.memoryBytes / 1e9,
      unit: 'GB',
    },
    {
      what: 'disk for versions',
      // Compressed neighbours add a third; one more version is being written.
      used: (published.bytes * (assumed.versionsKept + 1) * 4) / 3 / 1e9,
      limit: assumed.diskBytes / 1e9,
      unit: 'GB',
    },
  ];
  const usdAMonth = machines * assumed.machineUsdAMonth;
  const names = machines === 1 ? 'one machine' : `${machines} machines`;
  return {
    name: front ? `${names}, nginx in front` : `${names}, Node alone`,
    machines,
    uses: nearestToLimit(uses),
    usdAnHour: usdAMonth / HOURS_A_MONTH,
    usdAMonth,
  };
}

/** Workers, with the network among the static assets while Cloudflare's limit of files allows it, else in R2. */
export function runOnWorkers(measured: Measured, assumed: Assumed): Way {
  const { shoppersAnHour, networkFiles, cards, checks, nearest, tiles } = assumed;
  const { answers } = countVisit(measured, assumed);
  const published = scalePublishing(measured, assumed);
  const assets = PAGES_FILES + VERSIONS_AT_EDGE * published.files;
  const inBucket = assets > CLOUDFLARE.mostAssets;
  const bucketFiles = inBucket ? networkFiles + cards : 0;
  const invocations = shoppersAnHour * (answers + checks + nearest + bucketFiles);
  const reads = shoppersAnHour * (tiles + bucketFiles);
  const cpuMs = invocations * measured.workerMs;
  const usdAnHour =
    (invocations * CLOUDFLARE.usdPerMillionRequests +
      cpuMs * CLOUDFLARE.usdPerMillionCpuMs +
      reads * CLOUDFLARE.usdPerMillionReads) /
    MILLION;
  const writes = inBucket ? published.files * assumed.publishesAMonth : 0;
  const storedGb = inBucket ? (published.bytes * assumed.versionsKept) / 1e9 : 0;
  return {
    name: `Workers, the network ${inBucket ? 'in R2: too many files for static assets' : 'among the static assets'}`,
    machines: 0,
    uses: nearestToLimit([
      // R2 has no limit of files.
      ...(inBucket ? [] : [{ what: 'static assets', used: assets, limit: CLOUDFLARE.mostAssets, unit: '' }]),
      { what: 'invocations', used: invocations / SECONDS_AN_HOUR, limit: Infinity, unit: 'a second' },
      { what: 'reads of R2', used: reads / SECONDS_AN_HOUR, limit: Infinity, unit: 'a second' },
      { what: 'processor', used: cpuMs / 1000 / SECONDS_AN_HOUR, limit: Infinity, unit: 'cores' },
    ]),
    usdAnHour,
    usdAMonth:
      CLOUDFLARE.planUsdAMonth +
      (writes * CLOUDFLARE.usdPerMillionWrites) / MILLION +
      storedGb * CLOUDFLARE.usdPerGbMonth,
  };
}

const nearestToLimit = (uses: readonly Use[]): Use[] =>
  [...uses].sort((a, b) => b.used / b.limit - a.used / a.limit);
