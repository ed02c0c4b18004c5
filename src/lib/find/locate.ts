import { allMessages as m } from '../i18n/messages.ts';

/** Why a device's position can't be had, each with something else to do about it. */
export type LocateProblem =
  | 'refused' // the visitor, or their settings, said no
  | 'blocked' // the page around the frame doesn't hand the permission on
  | 'unavailable' // the device doesn't know where it is
  | 'timeout'
  | 'insecure' // browsers tell positions to https pages alone
  | 'unsupported';

/** Says why there is no position, and what to do instead. */
export function explainLocateProblem(problem: LocateProblem): string {
  const sentences = {
    refused: m.find_position_refused,
    blocked: m.find_position_blocked,
    unavailable: m.find_position_unavailable,
    timeout: m.find_position_timeout,
    insecure: m.find_position_insecure,
    unsupported: m.find_position_unsupported,
  };
  return sentences[problem]();
}

export type LocateAnswer =
  | { position: { latitude: number; longitude: number }; accuracyMetres: number }
  | { problem: LocateProblem };

/** What a browser offers for it; passed in by tests. */
export interface Device {
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined;
  secure: boolean;
  framed: boolean;
  /** Whether the frame may ask; null where the browser doesn't tell. */
  allowed: boolean | null;
}

const TIMEOUT_MS = 12_000;
/** A shopper hasn't moved far meanwhile. */
const MAXIMUM_AGE_MS = 5 * 60_000;
const PERMISSION_DENIED = 1;
const TIMEOUT = 3;
/** Nobody reads and refuses a question within this time: the answer was no browser's question. */
const ASKED_MS = 50;

/** Asks the device where it is. Browsers ask the visitor, so only after a click. Never throws. */
export function locate(device: Device = readDevice(), now: () => number = Date.now): Promise<LocateAnswer> {
  const { geolocation, secure, framed, allowed } = device;
  if (!secure) return Promise.resolve({ problem: 'insecure' });
  if (geolocation === undefined) return Promise.resolve({ problem: 'unsupported' });
  if (allowed === false) return Promise.resolve({ problem: framed ? 'blocked' : 'refused' });
  const askedMs = now();
  return new Promise((resolve) =>
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ position: { latitude, longitude }, accuracyMetres: accuracy }),
      ({ code }) => {
        if (code === TIMEOUT) return resolve({ problem: 'timeout' });
        if (code !== PERMISSION_DENIED) return resolve({ problem: 'unavailable' });
        // Browsers that don't tell whether a frame may ask refuse at once where it may not.
        const atOnce = framed && allowed === null && now() - askedMs < ASKED_MS;
        resolve({ problem: atOnce ? 'blocked' : 'refused' });
      },
      { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    ),
  );
}

/** Chromium's name of what the standard calls the permissions policy; other browsers have neither. */
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
