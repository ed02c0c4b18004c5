import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { IS_BUILT, readBuild } from './build-files.ts';

it.runIf(IS_BUILT)(
  'browsers receive no secret and no secret’s name, and source maps of the elements’ scripts alone',
  () => {
    const settings = { ...parseEnv(readFileSync('.env.example', 'utf8')), ...process.env };
    const secrets = [
      settings['PLATFORM_CLIENT_SECRET'],
      ...(settings['SESSION_KEYS'] ?? '').split(/[\s,]+/).map((key) => key.split(':')[1]),
      'SESSION_KEYS',
      'PLATFORM_CLIENT',
      'client_secret=',
    ].filter((text) => text !== undefined && text !== '');
    expect(secrets.length).toBeGreaterThan(4);
    let files = 0;
    const found: string[] = [];
    for (const [path, text] of readBuild()) {
      files++;
      const isElement = /^build\/v1\/droppoint[\w.-]*\.js(\.map)?$/.test(path);
      if (path.endsWith('.map') && !isElement) found.push(path);
      for (const secret of isElement ? secrets : [...secrets, 'sourceMappingURL='])
        if (text.includes(secret!)) found.push(`${path}: ${secret}`);
    }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(100);
  },
);
