import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
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
      onChange={onevent}
      ondroppoint-ready={onevent}
    >
      {child}
    </droppoint-picker>
  );
}

function Lasting({ settings, onevent }) {
  const attach = (picker) => {
    picker.filter = settings.filter;
    picker.addEventListener('droppoint-ready', onevent);
    return () => picker.removeEventListener('droppoint-ready', onevent);
  };
  return (
    <droppoint-picker
      ref={attach}
      origin={settings.origin}
      required={settings.required}
      remember={settings.remember}
      with-details={settings['with-details']}
      zoom={settings.zoom}
      city={settings.city}
      postal-code={settings['postal-code']}
      map-consent={settings.mapConsent}
      exclude-ids={settings.excludeIds.join()}
      onChange={onevent}
    />
  );
}

/** Calls `done` once it is mounted. */
function MountedCases({ view, done }) {
  useEffect(done, []);
  return <Cases view={view} />;
}

const control = (root) => ({
  update: (next) => flushSync(() => root.render(<Cases view={next} />)),
  unmount: () => flushSync(() => root.unmount()),
});

void runCases({
  canSpread: true,
  mount(target, view) {
    const mounted = control(createRoot(target));
    mounted.update(view);
    return mounted;
  },
  async hydrate(target, view) {
    target.innerHTML = renderToString(<Cases view={view} />);
    let root;
    await new Promise((done) => (root = hydrateRoot(target, <MountedCases view={view} done={done} />)));
    return control(root);
  },
});
