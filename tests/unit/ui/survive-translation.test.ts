// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { surviveTranslation } from '../../../src/lib/ui/survive-translation.ts';
import { passTurn } from '../pass-turn.ts';

const page = document.createElement('main');

/** Replaces a text node as translating browsers do. */
function translate(text: Text, words = text.data.toUpperCase()): HTMLElement {
  const translation = document.createElement('font');
  translation.textContent = words;
  text.replaceWith(translation);
  return translation;
}

/** A paragraph of several texts, as Svelte renders `{a}{b}`. */
function write(...words: string[]): Text[] {
  const texts = words.map((each) => document.createTextNode(each));
  page.append(...texts);
  return texts;
}

beforeAll(() => {
  document.body.append(page);
  surviveTranslation(page);
});
beforeEach(() => page.replaceChildren());

it('a text that changes replaces its translation, however often', async () => {
  const [text] = write('one');
  translate(text!);
  await passTurn();
  expect(page.textContent).toBe('ONE');
  for (const word of ['two', 'three']) {
    text!.nodeValue = word;
    await passTurn();
    expect(page.textContent).toBe(word);
    translate(text!);
    await passTurn();
    expect(page.textContent).toBe(word.toUpperCase());
  }
});

it('a text that becomes empty takes its translation along', async () => {
  const [text] = write('one');
  translate(text!);
  await passTurn();
  text!.nodeValue = '';
  await passTurn();
  expect(page.textContent).toBe('');
});

it('a text that is removed takes its translation along, and leaves its neighbours', async () => {
  const [first, second, third] = write('one ', 'two ', 'three');
  for (const text of [first!, second!, third!]) translate(text);
  await passTurn();
  expect(page.textContent).toBe('ONE TWO THREE');
  second!.remove();
  await passTurn();
  expect(page.textContent).toBe('ONE THREE');
  expect([first!, third!].every(({ parentNode }) => parentNode === page)).toBe(true);
});

it('a translation that is inserted first, and then takes the text’s place, is known as such', async () => {
  const [text] = write('one');
  const translation = document.createElement('font');
  translation.textContent = 'ONE';
  text!.after(translation);
  text!.remove();
  await passTurn();
  text!.nodeValue = 'two';
  await passTurn();
  expect(page.textContent).toBe('two');
});

it('the original is shown again when the browser takes its translation back', async () => {
  const [text] = write('one');
  const translation = translate(text!);
  await passTurn();
  translation.replaceWith(text!);
  await passTurn();
  expect(page.textContent).toBe('one');
  text!.nodeValue = 'two';
  await passTurn();
  expect(page.textContent).toBe('two');
});

it('a second translation takes the place of the first', async () => {
  const [text] = write('one');
  const first = translate(text!);
  await passTurn();
  const second = document.createElement('font');
  second.textContent = 'uno';
  first.replaceWith(second);
  await passTurn();
  expect(page.textContent).toBe('uno');
  text!.nodeValue = 'two';
  await passTurn();
  expect(page.textContent).toBe('two');
});

it('texts that nobody translates are left alone', async () => {
  const [first, second] = write('one ', 'two');
  first!.remove();
  second!.nodeValue = 'three';
  await passTurn();
  expect(page.textContent).toBe('three');
});
