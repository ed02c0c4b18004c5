import { existsSync } from 'node:fs';
import { say, installWithApt, which } from './system.mjs';

const BROTLI = '/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf';

/** Finds what an operator's machine has in front and below, as tests use it: installed by apt where it is absent and that can be. */
export function findServers() {
  const isThere = () => which('nginx') !== undefined && existsSync(BROTLI);
  const hasNginx =
    isThere() || (installWithApt('nginx-light', 'libnginx-mod-http-brotli-static') && isThere());
  say(
    hasNginx
      ? `nginx: ${which('nginx')}`
      : 'no nginx with brotli: deploy/nginx.conf is not tried. Install it (Debian: sudo apt-get install nginx-light libnginx-mod-http-brotli-static) to have it tried.',
  );
  const redis = which('redis-server') ?? (installWithApt('redis-server') ? which('redis-server') : undefined);
  say(
    redis
      ? `Redis: ${redis}`
      : 'no redis-server: what several nodes share is not tried (Debian: sudo apt-get install redis-server).',
  );
  const podman = which('runc') && which('podman');
  say(
    podman
      ? `podman: ${podman}`
      : "no podman with runc: the container isn't built and run (Debian: sudo apt-get install podman runc).",
  );
  const systemd =
    which('systemd-analyze') ?? (installWithApt('systemd') ? which('systemd-analyze') : undefined);
  say(
    systemd
      ? `systemd: ${systemd}`
      : 'no systemd-analyze: the units in deploy are not checked (Debian: sudo apt-get install systemd).',
  );
}
