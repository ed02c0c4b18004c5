/** Texts for the shop's staff. */

type Colour = 'green' | 'red' | 'blue' | 'orange' | 'grey' | 'purple';

export const PARCEL_STATES: Readonly<Record<string, readonly [name: string, colour: Colour]>> = {
  registered: ['Label made', 'grey'],
  on_its_way: ['On its way', 'blue'],
  ready: ['Waiting at the point', 'purple'],
  delivered: ['Collected', 'green'],
  problem: ['Something went wrong', 'red'],
  cancelled: ['Cancelled', 'red'],
  returning: ['On its way back', 'orange'],
  returned: ['Came back', 'grey'],
};

const PROBLEMS: Readonly<Record<string, string>> = {
  missing: 'The order was paid for without a point. Choose one.',
  address: 'The delivery address isn’t that of the point. Choose the point again.',
  unchecked:
    'Droppoint couldn’t be reached. The point is checked again at night and before the parcel is sent.',
  gone: 'The point has closed. Choose another one.',
};

export const describeProblem = (problem: string): string =>
  PROBLEMS[problem] ?? `No parcel can be sent there (${problem}).`;

export const formatMetres = (metres: number): string =>
  metres < 1_000 ? `${metres}\u00a0m` : `${(metres / 1_000).toFixed(1)}\u00a0km`;

export const formatTime = (time: string | null): string => (time ? new Date(time).toLocaleString() : '');
