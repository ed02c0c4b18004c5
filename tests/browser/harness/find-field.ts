/** The search field alone on a page, on the network that the site publishes; what it finds is written beneath it. */
import { mount } from 'svelte';
import FindField from '../../../src/lib/find/FindField.svelte';
import { createRecentPicks } from '../../../src/lib/find/recent-picks.ts';
import { speak, speakOn } from '../../../src/lib/i18n/messages.ts';
import '../../../src/lib/ui/base.css';
import '../../../src/lib/ui/tokens.css';
import { openSnapshot } from '../../../src/lib/network/open-snapshot.ts';
import type { PointSource, StoredPoint } from '../../../src/lib/network/point-source.ts';

const query = new URLSearchParams(location.search);
const LOADED: StoredPoint = { id: 'PL_LIVE1', latitude: 52, longitude: 21, type: 'APM', place: 1 };
const loaded: PointSource = {
  size: 1,
  clustersIn: () => [],
  find: (id) => (id === LOADED.id ? LOADED : null),
  extent: () => null,
};
const picks = createRecentPicks();
const output = document.querySelector('#told')!;
const say = (event: unknown) => (output.textContent = JSON.stringify(event));

await speak('en');
await speakOn();
const network = query.has('live')
  ? null
  : await openSnapshot({ baseUrl: '/snapshot/', fetch: (...request) => fetch(...request), now: Date.now });
mount(FindField, {
  target: document.querySelector('#component')!,
  props: {
    network,
    source: network?.source ?? loaded,
    recent: query.has('remember') ? picks.read() : [],
    onforget: () => picks.forget(),
    nearMe: true,
    onfind: say,
    onclear: () => say('cleared'),
  },
});
