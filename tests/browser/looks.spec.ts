import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { endLooks, listLooks, lookAt } from './looks.ts';
import { VISITS } from './screens.ts';

test.afterAll(({ droppoint }) => droppoint.unpublish());

for (const { title, isPublished, isInFirefox, screens } of VISITS)
  // Proves: accessibility/states, accessibility/settings, accessibility/sizes, accessibility/spacing.
  test(
    `Accessibility: everything on the page can be seen, reached and pressed: ${title}`,
    { tag: isInFirefox ? '@firefox' : [] },
    async ({ page, droppoint }, { project }) => {
      await (isPublished ? droppoint.publish() : droppoint.unpublish());
      for (const screen of screens) {
        await screen.reach(page, droppoint);
        await expect(screen.sign(page), screen.name).toBeVisible();
        for (const look of listLooks(screen, project.name)) {
          const found = await lookAt(page, screen, look);
          expect.soft(found, `${screen.name}, ${look.name}`).toEqual([]);
        }
        await endLooks(page, screen);
        await expect(screen.sign(page), `still ${screen.name}`).toBeVisible();
      }
    },
  );
