/** Script of an order's page. The shop's server pushes updates, so the page needn't poll. */
const main = document.querySelector('main');
const byId = (id) => document.getElementById(id);

/** Droppoint's script may load after the first update. */
const isDefined = customElements.whenDefined('droppoint-parcel');

// If the connection breaks, the browser opens a new one, which starts with the current state.
const news = new EventSource(`${location.pathname}/news`);
news.addEventListener('message', ({ data }) => {
  show(JSON.parse(data));
  void isDefined.then(refreshParcels);
});
// Close the connection when the user leaves; the browser may keep the page to show it again later.
addEventListener('pagehide', () => news.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

function show({ sentence, place, pointId, canChange, trackingNumber, returnLink, returnNumber }) {
  // Write only a changed text, because screen readers read it out each time.
  if (byId('state').textContent !== sentence) byId('state').textContent = sentence;
  if (byId('point')) {
    byId('point').textContent = place;
    byId('point-id').textContent = pointId;
    byId('point-id').parentElement.hidden = pointId === '';
    byId('change').hidden = !canChange;
  }
  showParcel(byId('track'), trackingNumber);
  showParcel(byId('track-return'), returnNumber);
  byId('send-back').hidden = returnLink === null;
  byId('return').href = returnLink ?? '';
}

/**
 * Droppoint asks the carrier only once a minute: without a refresh, the parcels would show the old state
 * until then.
 */
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
