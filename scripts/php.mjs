import { say } from './say.mjs';
import { installWithApt, which } from './system.mjs';

/** Finds PHP, in which one of the guide's samples for shops is, and installs it by apt where it is absent and that can be. */
export function findPhp() {
  const path = which('php') ?? (installWithApt('php-cli') ? which('php') : undefined);
  say(
    path
      ? `PHP: ${path}`
      : 'no PHP: its sample is read, but not run. Install it (Debian: sudo apt-get install php-cli) to have it run.',
  );
}
