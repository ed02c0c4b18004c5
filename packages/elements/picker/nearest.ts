import { make } from '../shared/make.ts';
import { listConditions, listUnsendable } from './conditions.ts';
import { announce, choose, offer } from './choice.ts';
import { requestFromHost, whenShown } from './host-requests.ts';
import { type Parameters, pick, writeQuery } from './write-query.ts';
import type { NearestPointsAnswer } from '../../contract/nearest-points.ts';
import type { PickerConfig } from '../../contract/picker-config.ts';
import type { PickerState } from './state.ts';

/** Number of nearest points that are shown. */
const NEAREST = 3;
/** Number requested if some of them are left out here; the server's limit. */
const MOST_NEAREST = 20;

type Near = NearestPointsAnswer['points'][number];

/** In mode `nearest`, fetches and shows the points nearest to the place in the config. */
export function findNearest(state: PickerState, config: PickerConfig): void {
  const { element_: element, nearest_: nearest } = state;
  const around = pick(config, config.latitude ? 'latitude longitude' : 'address postalCode city');
  const place = element.mode === 'nearest' && !element.readonly && writeQuery(around);
  const unsendable = listUnsendable(config);
  const query: Parameters = [
    ...around,
    ['language', config.language ?? 'en'],
    ...listConditions(config).filter(([name]) => name !== 'excludeIds' || !unsendable[0]),
    ['limit', unsendable[0] ? MOST_NEAREST : NEAREST],
  ];
  const requested = place && `${writeQuery(query)} ${unsendable.join()}`;
  if (requested === state.nearestQuery_) return;
  state.nearestQuery_ = requested;
  nearest.replaceChildren();
  // A choice that the shop hasn't accepted yet was near another address, and so was a preselected one.
  state.offered_ = undefined;
  if (state.isPreselected_) {
    choose(state, '');
    announce(state);
  }
  const show = ({ place, points, texts }: NearestPointsAnswer) => {
    state.more_ = texts!.more;
    const left = points.filter(({ summary }) => !unsendable.includes(summary.id)).slice(0, NEAREST);
    nearest.replaceChildren(...left.map((near) => makeOption(state, near)));
    // Don't preselect a point near a place that was only guessed.
    if (element.preselect && !element.value && /exact|near/.test(place!.match)) press(state, left[0]!, true);
    state.render_();
  };
  const isStale = () => requested !== state.nearestQuery_;
  // If it fails, the button below still opens the dialog.
  if (requested)
    whenShown(element, () => requestFromHost(element, 'nearest-points', query, isStale, show), '999%');
  state.render_();
}

function makeOption(state: PickerState, near: Near): Node {
  const { summary, label, texts } = near;
  const radio = make('input', { type: 'radio', name: 'nearest', value: summary.id });
  radio.onchange = () => press(state, near);
  const { lines, distance } = texts!;
  return make(
    'label',
    { part: 'option' },
    radio,
    make('span', {}, lines.join('\n')),
    make('span', {}, label ? `${label}\n${distance}` : distance),
  );
}

/** Chooses one of the nearest points, if the shop accepts it. */
function press(state: PickerState, { point, summary }: Near, isOurs?: boolean): void {
  offer(
    state,
    { point, summary, source: 'nearest' },
    (accepted, reason) => accepted || state.render_(reason),
    isOurs,
  );
}
