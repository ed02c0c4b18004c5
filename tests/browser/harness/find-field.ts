/** The search field alone on a page, on the network that the site publishes; its result is written below it. */
import { mount } from 'svelte';
import FindField from '../../../src/lib/find/FindField.svelte';
import { createRecentPicks } from '../../../src/lib/find/recent-picks.ts';
import { speak, speakOn } from '../../../src/lib/i18n/messages.ts';
import '../../../src/lib/ui/base.css';
import '../../../src/lib/ui/tokens.css';
import { openSnapshot } from '../../../src/lib/network/open-snapshot.ts';
import { LiveList } from '../../../src/lib/picker/live-list.ts';

const query = new URLSearchParams(location.search);
const readPage = () =>
  Promise.resolve({
    count: 1,
    page: 1,
    perPage: 1,
    totalPages: 1,
    items: [{ id: 'PL_LIVE1', coordinates: { latitude: 52, longitude: 21 }, type: 'APM' }],
  });
const picks = createRecentPicks();
const output = document.querySelector('#told')!;
const say = (event: unknown) => (output.textContent = JSON.stringify(event));

await speak('en');
await speakOn();
const live = new LiveList(readPage);
await live.renew();
const network = query.has('live')
  ? live
  : await openSnapshot({ baseUrl: '/snapshot/', fetch: (...request) => fetch(...request), now: Date.now });
mount(FindField, {
  target: document.querySelector('#component')!,
  props: {
    network,
    recent: query.has('remember') ? picks.read() : [],
    onforget: () => picks.forget(),
    nearMe: true,
    onfind: say,
    onclear: () => say('cleared'),
  },
});
