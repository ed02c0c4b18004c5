import type { SetAsideReason } from '../contract/point.ts';
import type { Weekday } from '../contract/point-details.ts';
import { formatCount, formatDate } from './format.ts';

const count = (amount: number, one: string, many: string) =>
  `${formatCount(amount)} ${amount === 1 ? one : many}`;

/**
 * Everything the pages say, in English. Long, because it is one list: another language is another object of this shape,
 * and a library for languages would take its place here, behind the same names.
 */
export const sentences = {
  product: 'Droppoint',
  skipToContent: 'Skip to the content',
  navigation: 'Main',
  navFind: 'Find a point',
  navAccount: 'Broker account',
  tryAgain: 'Try again',
  requestId: 'Request id',
  requestIdHint: 'Tell it to support; it leads to this very request.',

  page: {
    findTitle: 'Find a drop-off point · Droppoint',
    errorTitle: 'Something is missing · Droppoint',
    notFound: 'There is no such page.',
    notFoundNext: 'Its address may be mistyped or old. The map of drop-off points is where you left it.',
    failed: 'This page can’t be shown.',
    backToMap: 'Go to the map',
  },

  picker: {
    heading: 'Choose your drop-off point',
    hint: 'Press a pin to see its address and opening hours. Zoom in where pins are gathered under a number.',
    empty: 'The list of points is empty: there is nothing to choose from here yet.',
    offline: 'You’re offline. What is on the map stays; the rest needs a connection.',
  },

  map: {
    map: 'Map of drop-off points',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    point: (type: string, id: string) => `${type} ${id}`,
    stack: (amount: number) => `${formatCount(amount)} points at this spot`,
    cluster: (amount: number) => `${formatCount(amount)} points; zoom in`,
  },

  progress: {
    loading: 'Loading points',
    starting: 'Loading the list of points …',
    reading: (done: number, all: number) => `${formatCount(done)} of ${count(all, 'point', 'points')}`,
    again: (pass: number) => `The list changed while it was read. Checking it again (round ${pass}) …`,
    missing: 'Reading the missing pages …',
    done: (points: number) => `${count(points, 'point', 'points')} on the map`,
    setAside: (amount: number) => `${formatCount(amount)} can’t be placed`,
    whyTitle: 'Points that can’t be placed',
    whyNext:
      'They stay off the map rather than in the wrong place. The browser’s console names the first of them.',
    failedPages: (amount: number) =>
      `${count(amount, 'page of the list is', 'pages of the list are')} missing.`,
    moved: 'The list changed while it was read, and was checked again until it held still.',
    stopped: 'Loading stopped before the end. What is here stays on the map.',
    reasons: {
      not_an_object: 'not a point at all',
      id_missing: 'without an id',
      coordinates_invalid: 'without a valid position',
      coordinates_zero: 'with the position 0, 0, which is open sea',
      coordinates_swapped: 'with latitude and longitude exchanged',
    } satisfies Record<SetAsideReason, string> as Readonly<Record<string, string>>,
    stale: (dateMs: number) =>
      `The list of points is from ${formatDate(dateMs)}. Some points may have changed since.`,
    incomplete: 'A part of the map could not be loaded. Its points are counted, but can’t be opened yet.',
  },

  card: {
    close: 'Close',
    back: 'Back to the list',
    loading: 'Loading the details of this point …',
    loaded: (name: string) => `Details shown: ${name}`,
    choose: 'Choose this point',
    chooseInstead: 'Choose this point instead',
    chosen: 'Your drop-off point',
    undo: 'Undo',
    moved: 'This point is no longer where the list had it.',
    movedNext: 'The list has changed since the map was drawn. Try again, or choose another point.',
    address: 'Address',
    type: 'Type',
    placement: 'Placement',
    position: 'Position',
    country: 'Country',
    id: 'Id',
    services: 'Services',
    notes: 'Directions and notes',
    hours: 'Opening hours',
    further: (amount: number) => `Further details (${formatCount(amount)})`,
    notGiven: 'Not given',
    picture: (name: string) => `Picture of ${name}`,
    types: { APM: 'Parcel locker', PUDO: 'Shop or counter' } as Readonly<Record<string, string>>,
    typeNotGiven: 'Type not given',
    placements: { INDOOR: 'Indoors', OUTDOOR: 'Outdoors' } as Readonly<Record<string, string>>,
    capabilities: {
      PARCEL_COLLECT: 'Collect a parcel',
      PARCEL_SEND: 'Send a parcel',
    } as Readonly<Record<string, string>>,
  },

  hours: {
    roundTheClock: 'Open round the clock',
    unknown: 'Opening hours are not given.',
    allDay: '24 hours',
    closed: 'Closed',
    dayUnknown: 'Not given',
    days: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    } satisfies Record<Weekday, string>,
  },

  gone: {
    heading: (id: string) => `${id} is no longer in the network`,
    hint: 'It may have closed or moved. These are the nearest:',
    none: 'It may have closed or moved. Choose another point on the map.',
  },

  stack: {
    heading: (amount: number) => `${count(amount, 'point', 'points')} at this spot`,
    hint: 'Which one?',
  },

  chosen: {
    heading: 'Your drop-off point',
    announce: (name: string) => `Chosen: ${name}`,
    undone: 'The choice was taken back.',
    show: 'Show',
    change: 'Change',
  },

  errors: {
    network: 'The server can’t be reached.',
    networkNext: 'Check that you’re online, then try again.',
    timeout: 'The server took too long to answer.',
    timeoutNext: 'Try again; if it stays slow, come back in a few minutes.',
    aborted: 'The request was given up.',
    abortedNext: 'Try again.',
    malformed: 'The server answered with something that can’t be read.',
    malformedNext: 'Try again; if it happens twice, tell support the request id.',
    redirected: 'The server sent the request elsewhere, which is not followed.',
    redirectedNext: 'Tell support the request id: the address in the settings is probably out of date.',
    unauthorized: 'The platform did not accept our access.',
    unauthorizedNext: 'Try again. If you’re logged in, log out and in again.',
    forbidden: 'This access doesn’t allow that.',
    forbiddenNext: 'Log in with an account that may, or tell support the request id.',
    notFound: 'The server doesn’t know what was asked for.',
    notFoundNext: 'Check ids you typed in; otherwise tell support the request id.',
    rejected: 'The server turned the request down as it stands.',
    rejectedNext: 'Check what you entered, then send it again.',
    rateLimited: 'Too many requests at the moment.',
    rateLimitedNext: (seconds: number | null) =>
      seconds === null
        ? 'Wait a minute, then try again.'
        : `Wait ${count(seconds, 'second', 'seconds')}, then try again.`,
    unavailable: 'The server is not working right now.',
    unavailableNext: 'Nothing is wrong on your side. Try again in a few minutes.',
    unsupportedVersion: 'The points were published in a newer form than this page can read.',
    unsupportedVersionNext: 'Load the page again to get its newest version.',
    loginDenied: 'You did not allow the access, so you’re not logged in.',
    loginDeniedNext: 'Nothing was changed. Log in again whenever you like.',
    loginMismatch: 'This login was not begun in this window.',
    loginMismatchNext: 'For safety it was dropped. Begin the login again here.',
    loginExpired: 'The login took too long and has expired.',
    loginExpiredNext: 'Log in again.',
    loginFailed: 'The login did not succeed.',
    loginFailedNext: 'Log in again; if it happens twice, tell support the request id.',
    sessionEnded: 'You’re no longer logged in.',
    sessionEndedNext: 'Log in again to go on.',
    scopeMissing: (scopes: string) =>
      scopes === ''
        ? 'This login doesn’t allow that.'
        : `This login doesn’t allow that: ${scopes} was not granted.`,
    scopeMissingNext: 'Log in again and allow it.',
    settings: (problems: string) => `This site is not set up right. ${problems}`,
    settingsNext: 'Whoever runs the site has to correct the settings and build it again.',
    unknown: 'Something unexpected went wrong in this page.',
    unknownNext: 'Load the page again; if it happens twice, tell support what you did.',
  },
};
