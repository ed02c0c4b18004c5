import { createApp, createSSRApp, h, nextTick, shallowRef } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Cases from './Cases.vue';
import { runCases } from './run.ts';

function show(create, target, view) {
  const shown = shallowRef(view);
  const app = create({ render: () => h(Cases, { view: shown.value }) });
  app.mount(target);
  return {
    update(next) {
      shown.value = next;
      return nextTick();
    },
    unmount: () => app.unmount(),
  };
}

void runCases({
  canSpread: true,
  mount: (target, view) => show(createApp, target, view),
  async hydrate(target, view) {
    target.innerHTML = await renderToString(createSSRApp(Cases, { view }));
    return show(createSSRApp, target, view);
  },
});
