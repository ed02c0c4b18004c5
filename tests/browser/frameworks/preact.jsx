/** @jsxImportSource preact */
import { render } from 'preact';
import { runCases } from './run.ts';

function Cases({ view: { way, isShown, round, settings, number, onevent } }) {
  if (!isShown) return <p>Dummy view</p>;
  if (way === 'parcel')
    return (
      <droppoint-parcel origin={settings.origin} number={number} ondroppoint-parcel-state={onevent}>
        <a href="/order">Order</a>
      </droppoint-parcel>
    );
  const child = round > 0 && (
    <label>
      Asked {round} times <input name="point" />
    </label>
  );
  if (way === 'spread') return <droppoint-picker {...settings}>{child}</droppoint-picker>;
  if (way === 'lasting') return <Lasting settings={settings} onevent={onevent} />;
  return (
    <droppoint-picker
      origin={settings.origin}
      required={settings.required}
      remember={settings.remember}
      with-details={settings['with-details']}
      zoom={settings.zoom}
      city={settings.city}
      postal-code={settings['postal-code']}
      mapConsent={settings.mapConsent}
      excludeIds={settings.excludeIds}
      filter={settings.filter}
      onchange={onevent}
      ondroppoint-ready={onevent}
    >
      {child}
    </droppoint-picker>
  );
}

function Lasting({ settings, onevent }) {
  return (
    <droppoint-picker
      ref={(picker) => picker && (picker.filter = settings.filter)}
      origin={settings.origin}
      required={settings.required}
      remember={settings.remember}
      with-details={settings['with-details']}
      zoom={settings.zoom}
      city={settings.city}
      postal-code={settings['postal-code']}
      map-consent={settings.mapConsent}
      exclude-ids={settings.excludeIds.join()}
      onchange={onevent}
      ondroppoint-ready={onevent}
    />
  );
}

// A render from outside Preact's own loop is synchronous.
const update = (target, view) => render(<Cases view={view} />, target);

void runCases({
  canSpread: true,
  mount(target, view) {
    update(target, view);
    return { update: (next) => update(target, next), unmount: () => render(null, target) };
  },
});
