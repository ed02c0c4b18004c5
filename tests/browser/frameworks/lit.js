import { html, nothing, render } from 'lit';
import { runCases } from './run.ts';

const showParcel = ({ settings, number, onevent }) =>
  html`<droppoint-parcel origin=${settings.origin} number=${number} @droppoint-parcel-state=${onevent}
    ><a href="/order">Order</a></droppoint-parcel
  >`;

const show = ({ isShown, round, settings, onevent }) =>
  isShown
    ? html`<droppoint-picker
        origin=${settings.origin}
        ?required=${settings.required}
        ?remember=${settings.remember}
        ?with-details=${settings['with-details']}
        zoom=${settings.zoom}
        city=${settings.city}
        postal-code=${settings['postal-code']}
        .mapConsent=${settings.mapConsent}
        .excludeIds=${settings.excludeIds}
        .filter=${settings.filter}
        @change=${onevent}
        @droppoint-ready=${onevent}
        >${round > 0 ? html`<label>Asked ${round} times <input name="point" /></label>` : nothing}</droppoint-picker
      >`
    : html`<p>Dummy view</p>`;

const showView = (view) => (view.way === 'parcel' ? showParcel(view) : show(view));

void runCases({
  canSpread: false,
  mount(target, view) {
    render(showView(view), target);
    return {
      update: (next) => void render(showView(next), target),
      unmount: () => void render(nothing, target),
    };
  },
});
