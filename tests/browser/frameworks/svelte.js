import { flushSync, mount, unmount } from 'svelte';
import Cases from './Cases.svelte';
import { runCases } from './run.ts';

void runCases({
  canSpread: true,
  mount(target, view) {
    const component = flushSync(() => mount(Cases, { target, props: { first: view } }));
    return {
      update: (next) => flushSync(() => component.update(next)),
      unmount: () => flushSync(() => unmount(component)),
    };
  },
});
