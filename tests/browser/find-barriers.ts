import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';
import { rest } from './come-to-rest.ts';

const readScript = (path: string) => readFileSync(`node_modules/${path}`, 'utf8');
const ENGINES = {
  axe: readScript('axe-core/axe.min.js'),
  /** IBM's Equal Access engine. */
  ace: readScript('accessibility-checker-engine/ace.js'),
};
const COLOURS = {
  axe: ['color-contrast', 'link-in-text-block'],
  ace: ['text_contrast_sufficient'],
};

/**
 * Violations of WCAG 2.2 A and AA that two engines find, one line each: axe-core (with its best practices) and IBM's Equal
 * Access.
 * @param only `colours`: the rules on colours alone, for another colour scheme of a page already checked in full; `axe`: without
 *   Equal Access, for another size of one
 */
export async function findBarriers(page: Page | Frame, only?: 'colours' | 'axe'): Promise<string[]> {
  await rest(page);
  const rules = only === 'colours' ? COLOURS : undefined;
  const found = await runAxe(page, rules?.axe);
  return only === 'axe' ? found : [...found, ...(await runEqualAccess(page, rules?.ace))];
}

/** Loads an engine into a document, once. */
async function load(page: Page | Frame, name: keyof typeof ENGINES): Promise<void> {
  if (!(await page.evaluate((name) => name in window, name))) await page.evaluate(ENGINES[name]);
}

async function runAxe(page: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  await load(page, 'axe');
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      id: string;
      nodes: { target: string[] }[];
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({
      runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `axe, ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, rules);
}

/**
 * Equal Access's definite violations; its potential ones, for manual review, aren't counted. Rules that can't find a violation
 * don't run: they take more than half of the time.
 */
async function runEqualAccess(page: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  await load(page, 'ace');
  return page.evaluate(async (rules) => {
    interface Finding {
      ruleId: string;
      value: [policy: string, outcome: string];
      message: string;
      path: { dom: string };
    }
    interface Rule {
      dependencies?: string[];
      run: (...context: unknown[]) => unknown;
    }
    interface Checker {
      check(of: Document, guidelines: string[]): Promise<{ results: Finding[] }>;
      rulesetRules: { WCAG_2_2: string[] };
      /** By rule, guideline and reason. */
      ruleReasonLevels: Record<string, { WCAG_2_2: Record<string, string> }>;
      engine: { getRule(id: string): Rule };
    }
    const { ace } = window as unknown as { ace: { Checker: new () => Checker } };
    const checker = new ace.Checker();
    const { engine, rulesetRules, ruleReasonLevels } = checker;
    const findsViolations = (id: string) =>
      Object.values(ruleReasonLevels[id]!.WCAG_2_2).includes('VIOLATION') &&
      // Others only pass, or ask for a manual review.
      engine.getRule(id).run.toString().includes('RuleFail');
    const chosen = new Set(rules ?? rulesetRules.WCAG_2_2.filter(findsViolations));
    // A rule runs only where those that it depends on have passed. The set grows while it is read.
    for (const id of chosen) for (const needed of engine.getRule(id).dependencies ?? []) chosen.add(needed);
    rulesetRules.WCAG_2_2 = [...chosen];
    const { results } = await checker.check(document, ['WCAG_2_2']);
    /** Whether it is in a closed `details`, which the engine takes for visible, at the place of other targets. */
    const isFolded = (path: string) => {
      const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null);
      return found.singleNodeValue instanceof Element && !found.singleNodeValue.checkVisibility();
    };
    return results
      .filter(({ value: [policy, outcome] }) => policy === 'VIOLATION' && outcome === 'FAIL')
      .filter(({ path }) => !isFolded(path.dom))
      .map(({ ruleId, message, path }) => `Equal Access, ${ruleId}: ${message} ${path.dom}`);
  }, rules);
}

/** The looks that have other colours. Of the dark ones in forced colours, axe takes white on black for another pair. */
const FURTHER_LOOKS = [
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;

/** Barriers of a page in the light, and those of its colours in the dark and in forced colours. */
export async function findBarriersInEachLook(page: Page): Promise<string[]> {
  const found = await findBarriers(page);
  for (const look of FURTHER_LOOKS) {
    await page.emulateMedia(look);
    const name = look.forcedColors === 'active' ? 'forced colours' : look.colorScheme;
    found.push(...(await findBarriers(page, 'colours')).map((line) => `${name}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  return found;
}
