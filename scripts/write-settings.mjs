/**
 * `node --import tsx scripts/write-settings.mjs`: writes the texts that are generated from the tables of settings
 * (deploy/doctor/settings-tables.ts), the rate limits (functions/http/rate-limits.ts), the alerts (docs/alerts.yml) and the platform's
 * operations (packages/platform/operations.ts).
 */
import { readFileSync } from 'node:fs';
import { RATE_LIMITS, RATE_WINDOW_SECONDS } from '../functions/http/rate-limits.ts';
import { SETTINGS_TABLES } from '../deploy/doctor/settings-tables.ts';
import { writePath } from '../packages/platform/operation.ts';
import { OPERATIONS } from '../packages/platform/operations.ts';
import { fill, format, table, writeIfRun } from './write-files.mjs';

/** @typedef {import('../packages/config/setting.ts').Setting<unknown>} Setting */

/** @param {Setting} setting */
function describeDefault({ missing, default: described, otherwise }) {
  if (described !== undefined) return described;
  if (missing !== undefined) return '–';
  if (typeof otherwise === 'number') return otherwise.toLocaleString('en');
  return typeof otherwise === 'string' && otherwise !== '' ? `\`${otherwise}\`` : 'none';
}

const tables = Object.entries(SETTINGS_TABLES);

function writeGuide() {
  const written = tables.map(([name, settings]) => {
    const rows = Object.entries(settings).map(([key, setting]) => [
      `\`${key}\``,
      setting.meaning,
      describeDefault(setting),
    ]);
    return [`${name} settings`, table(['setting', 'meaning', 'default'], rows)];
  });
  return fill('docs/operating.md', { ...Object.fromEntries(written), alerts: writeAlerts() });
}

const ALERT =
  /- alert: (\w+)\n[^]*?severity: (\w+) \}\n +annotations:\n +summary: (['"].*['"])\n +action: (['"].*['"])\n/g;

/** Unquotes a text of YAML; handles only the escapes that these texts need. @param {string} quoted */
const unquote = (quoted) => quoted.slice(1, -1).replaceAll("''", "'");

function writeAlerts() {
  const rows = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(ALERT)].map(
    ([, name, severity = '', summary = '', action = '']) => [
      `\`${name}\``,
      severity,
      unquote(summary),
      unquote(action),
    ],
  );
  return table(['alert', 'for', 'what it means', 'what to do'], rows);
}

/** @param {[string, Setting]} entry */
function writeExampleLine([key, { meaning, example, otherwise, setForSandbox }]) {
  const comment = meaning.replaceAll('`', '').replace(/; see (below|\d)$/, '');
  return `# ${comment}\n${setForSandbox ? '' : '#'}${key}=${example ?? otherwise}`;
}

function writeExample() {
  const written = tables.map(([name, settings]) => [
    `${name} settings`,
    Object.entries(settings).map(writeExampleLine),
  ]);
  return fill('.env.example', Object.fromEntries(written));
}

function writeOperations() {
  const rows = Object.entries(OPERATIONS).map(([name, operation]) => {
    const { method, scope, sources, repeat } = operation;
    const path = writePath(operation, (parameter) => `{${parameter}}`);
    return [`\`${name}\``, `\`${method} ${path}\``, `\`${scope}\``, String(sources ?? 'promised'), repeat];
  });
  return fill('docs/platform-api.md', {
    operations: table(['operation', 'call', 'scope', 'sources', 'repeat'], rows),
  });
}

function writeEdge() {
  const lines = Object.entries(RATE_LIMITS).map(([bucket, limit], at) => {
    const simple = `{ "limit": ${limit}, "period": ${RATE_WINDOW_SECONDS} }`;
    return `    { "name": "${bucket.toUpperCase()}_LIMIT", "namespace_id": "${1001 + at}", "simple": ${simple} },`;
  });
  return fill('wrangler.jsonc', { limits: lines });
}

/** @returns {Promise<Record<string, string>>} contents by path */
export const writeSettings = () =>
  format({
    'docs/operating.md': writeGuide(),
    'docs/platform-api.md': writeOperations(),
    '.env.example': writeExample(),
    'wrangler.jsonc': writeEdge(),
  });

await writeIfRun(import.meta.url, writeSettings);
