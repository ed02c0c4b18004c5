import { isJsonObject } from '#platform/json-text.ts';
import type { Fault } from './faults.ts';
import { replyHtml, replyJson, type Reply } from './reply.ts';

type Json = Record<string, unknown>;

/** Adds up the faults' latencies, in ms. @param random for the jitter, from 0 to below 1 */
export function sumLatencyMilliseconds(faults: Fault[], random: () => number): number {
  const latencies = faults.filter((fault) => fault.kind === 'latency');
  return latencies.reduce(
    (sum, { milliseconds, jitterMilliseconds = 0 }) => sum + milliseconds + random() * jitterMilliseconds,
    0,
  );
}

/** Returns the response of the first fault that replaces the real one; undefined if none does. */
export function replaceAnswer(faults: Fault[], redirectTarget: string): Reply | undefined {
  for (const fault of faults) {
    if (fault.kind === 'redirect') {
      return { status: 302, headers: { Location: fault.location ?? redirectTarget }, body: '' };
    }
    if (fault.kind !== 'answer') continue;
    const { status, headers = {} } = fault;
    if (fault.as === 'empty' || status === 204 || status === 304) return { status, headers, body: '' };
    if (fault.as === 'html') {
      return replyHtml(
        status,
        `<!doctype html><title>${status}</title><h1>${status}</h1><p>Sandbox fault.`,
        headers,
      );
    }
    return replyJson(status, { title: 'Sandbox fault', status }, headers);
  }
  return undefined;
}

/** Applies the faults that change fields to the body of a successful JSON response. */
export function rewriteJson(text: string, faults: Fault[]): string {
  let result = text;
  for (const fault of faults) {
    if (fault.kind === 'additive') result = change(result, addUnknown);
    if (fault.kind === 'missing-field') result = change(result, (answer) => dropField(answer, fault.field));
    if (fault.kind === 'token-answer') {
      result = change(result, (answer) => overrideMembers(answer, fault.overrides, fault.asNull ?? []));
    }
  }
  return result;
}

function change(text: string, edit: (answer: Json) => void): string {
  const answer: unknown = JSON.parse(text);
  if (!isJsonObject(answer)) return text;
  edit(answer);
  return JSON.stringify(answer);
}

function itemsOf({ items, parcels }: Json): Json[] {
  return [items, parcels].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
}

function addUnknown(answer: Json): void {
  answer.futureField = { since: 'additive change', list: [1, 'two', null] };
  for (const [index, item] of itemsOf(answer).entries()) {
    item.futureField = { nested: { anything: true } };
    item.accessibility = ['STEP_FREE'];
    if (index % 3 === 0 && 'type' in item) item.type = 'DRONE_PAD';
    if (index % 4 === 0 && 'locationType' in item) item.locationType = 'UNDERGROUND';
    if (Array.isArray(item.capabilities)) item.capabilities.push('PARCEL_WEIGH');
  }
}

function dropField(answer: Json, field: string): void {
  const [first = field, second] = field.split('.', 2);
  for (const target of [answer, ...itemsOf(answer)]) {
    const inner = target[first];
    if (second === undefined) delete target[first];
    else if (isJsonObject(inner)) delete inner[second];
  }
}

function overrideMembers(answer: Json, overrides: Json, asNull: string[]): void {
  for (const [name, value] of Object.entries(overrides)) {
    if (value === null) delete answer[name];
    else answer[name] = value;
  }
  for (const name of asNull) answer[name] = null;
}
