import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { runCases } from './run.ts';

function Cases({ view: { way, isShown, round, settings, tell } }) {
  if (!isShown) return <p>Dummy view</p>;
  const child = round > 0 && (
    <label>
      Asked {round} times <input name="point" />
    </label>
  );
  if (way === 'spread') return <droppoint-picker {...settings}>{child}</droppoint-picker>;
  if (way === 'lasting') return <Lasting settings={settings} tell={tell} />;
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
      onChange={tell}
      ondroppoint-ready={tell}
    >
      {child}
    </droppoint-picker>
  );
}

function Lasting({ settings, tell }) {
  const attach = (picker) => {
    picker.filter = settings.filter;
    picker.addEventListener('droppoint-ready', tell);
    return () => picker.removeEventListener('droppoint-ready', tell);
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
      onChange={tell}
    />
  );
}

/** Tells when it is there for good. */
function Told({ view, done }) {
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
    await new Promise((done) => (root = hydrateRoot(target, <Told view={view} done={done} />)));
    return control(root);
  },
});
