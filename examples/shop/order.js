/** Script of an order's page: the shop's server pushes what is new, so nothing is asked for again and again. */
const main = document.querySelector('main');
const byId = (id) => document.getElementById(id);

/** Droppoint's script may come later than the news. */
const isDefined = customElements.whenDefined('droppoint-parcel');

// If the connection breaks, the browser opens another one, which begins with how things are by then.
const news = new EventSource(`${location.pathname}/news`);
news.addEventListener('message', ({ data }) => {
  show(JSON.parse(data));
  void isDefined.then(refreshParcels);
});
// A page that is left and may be shown again keeps no connection.
addEventListener('pagehide', () => news.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

function show({ sentence, place, pointId, trackingNumber, returnLink, returnNumber }) {
  // A text that is the same isn't written again: it would be read out again.
  if (byId('state').textContent !== sentence) byId('state').textContent = sentence;
  if (byId('point')) {
    byId('point').textContent = place;
    byId('point-id').textContent = pointId;
  }
  showParcel(byId('track'), trackingNumber);
  showParcel(byId('track-return'), returnNumber);
  byId('send-back').hidden = returnLink === null;
  byId('return').href = returnLink ?? '';
}

/** Droppoint asks the carrier once a minute: until then it would say what was true before the news. */
function refreshParcels() {
  for (const parcel of document.querySelectorAll('droppoint-parcel')) parcel.refresh();
}

function showParcel(section, number) {
  section.hidden = number === null;
  if (number === null || section.querySelector('droppoint-parcel')) return;
  const parcel = document.createElement('droppoint-parcel');
  const link = document.createElement('a');
  link.href = `${main.dataset.parcels}#${number}`;
  link.textContent = 'Where is my parcel';
  parcel.setAttribute('number', number);
  parcel.append(link);
  section.append(parcel);
}
