import { allMessages as m } from '../i18n/messages.ts';

/** Why the device's position isn't available; each has its own advice. */
const PROBLEMS = {
  refused: () => m.find_position_refused(), // denied by the visitor or their settings
  blocked: () => m.find_position_blocked(), // the embedding page doesn't delegate the permission to the frame
  unavailable: () => m.find_position_unavailable(), // the device doesn't know where it is
  timeout: () => m.find_position_timeout(),
  insecure: () => m.find_position_insecure(), // browsers provide positions only to https pages
  unsupported: () => m.find_position_unsupported(),
};
export type LocateProblem = keyof typeof PROBLEMS;

/** Message that explains why there is no position, and what to do instead. */
export const explainLocateProblem = (problem: LocateProblem): string => PROBLEMS[problem]();

export type LocateAnswer =
  | { position: { latitude: number; longitude: number }; accuracyMetres: number }
  | { problem: LocateProblem };

/** The browser features used here; tests pass their own. */
export interface Device {
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined;
  secure: boolean;
  framed: boolean;
  /** Whether the permissions policy allows geolocation; null if the browser doesn't expose it. */
  allowed: boolean | null;
}

/** A position of the device from elsewhere, and when it came. */
let provided: { answer: LocateAnswer; atMs: number } | null = null;

/**
 * Takes the device's position from the app around the page, so that the browser needn't ask for permission
 * once more. `locate` answers with it while it is new.
 */
export function providePosition(
  { latitude, longitude, accuracy }: { latitude: number; longitude: number; accuracy: number },
  now: () => number = Date.now,
): void {
  provided = { answer: { position: { latitude, longitude }, accuracyMetres: accuracy }, atMs: now() };
}

const TIMEOUT_MS = 12_000;
/** A shopper doesn't move far within this time. */
const MAXIMUM_AGE_MS = 5 * 60_000;
const PERMISSION_DENIED = 1;
const TIMEOUT = 3;
/** Nobody can read and deny a prompt within this time: a faster refusal came without a prompt. */
const REQUESTED_MS = 50;

/** From here on, distances to the metre would be a pretence. */
const VAGUE_METRES = 100;

/** Whether a position is so inaccurate that distances from it are approximate. */
export const isVague = (accuracyMetres: number): boolean => accuracyMetres >= VAGUE_METRES;

/** Gets the device's position. Browsers prompt the visitor, so call it only after a click. Never throws. */
export function locate(device: Device = readDevice(), now: () => number = Date.now): Promise<LocateAnswer> {
  const { geolocation, secure, framed, allowed } = device;
  if (provided !== null && now() - provided.atMs >= MAXIMUM_AGE_MS) provided = null;
  if (provided !== null) return Promise.resolve(provided.answer);
  if (!secure) return Promise.resolve({ problem: 'insecure' });
  if (geolocation === undefined) return Promise.resolve({ problem: 'unsupported' });
  if (allowed === false) return Promise.resolve({ problem: framed ? 'blocked' : 'refused' });
  const requestedMs = now();
  return new Promise((resolve) =>
    geolocation.getCurrentPosition(
      (position) => resolve(describePosition(position)),
      (error) => {
        const answer = describeError(error);
        // Browsers that don't expose the permissions policy refuse at once if it forbids geolocation.
        const atOnce = framed && allowed === null && now() - requestedMs < REQUESTED_MS;
        resolve(answer.problem === 'refused' && atOnce ? { problem: 'blocked' } : answer);
      },
      { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    ),
  );
}

function describePosition({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): LocateAnswer {
  return { position: { latitude, longitude }, accuracyMetres: accuracy };
}

function describeError({ code }: GeolocationPositionError): { problem: LocateProblem } {
  if (code === TIMEOUT) return { problem: 'timeout' };
  return { problem: code === PERMISSION_DENIED ? 'refused' : 'unavailable' };
}

/** Chromium's `<geolocation>`: a button of the browser's own, whose press may allow what was refused before. */
export interface GeolocationButton {
  readonly position: GeolocationPosition | null;
  readonly error: GeolocationPositionError | null;
}

/** Whether this browser has that button. */
export const hasGeolocationButton = (): boolean => 'HTMLGeolocationElement' in globalThis;

/** Reads the answer to a press on it, after its event `location`; null if it has none. */
export function readGeolocationButton({ position, error }: GeolocationButton): LocateAnswer | null {
  if (position !== null) return describePosition(position);
  return error === null ? null : describeError(error);
}

/** Chromium's name for the permissions policy of the standard; other browsers expose neither. */
interface PolicyDocument {
  featurePolicy?: { allowsFeature(feature: string): boolean };
}

function readDevice(): Device {
  return {
    geolocation: navigator.geolocation,
    secure: window.isSecureContext,
    framed: window.parent !== window,
    allowed: (document as PolicyDocument).featurePolicy?.allowsFeature('geolocation') ?? null,
  };
}
