import { describe, expect, it } from 'vitest';
import { parseLabel } from '#platform/labels.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PDF = '%PDF-1.4\n';
const json = (content: string) => bytesOf(JSON.stringify({ label: { content } }));
const textOf = (label: ReturnType<typeof parseLabel>) => label && new TextDecoder().decode(label.bytes);

describe('Labels', () => {
  it.each([
    ['pdf-a6', 'application/pdf;format=A6', PDF, 'application/pdf'],
    ['pdf-a4', 'Application/PDF', PDF, 'application/pdf'],
    ['pdf-a4', ' application/pdf ; format=A4', PDF, 'application/pdf'],
    ['zpl-203', 'text/zpl; dpi=203', '^XA^XZ', 'text/zpl'],
    ['epl-203', 'text/epl2;dpi=203', 'N\n', 'text/epl2'],
    ['dpl-203', 'text/dpl;dpi=203', 'x', 'text/dpl'],
  ] as const)('a label as %s is returned as bytes with our media type', (format, contentType, text, type) => {
    const label = parseLabel(format, contentType, bytesOf(text));
    expect([label?.type, textOf(label)]).toEqual([type, text]);
  });

  it('a label in JSON is decoded from Base64, URL-safe too', () => {
    const plain = '%PDF-1.4~~~>>>???';
    const base64 = Buffer.from(plain).toString('base64');
    const forUrls = Buffer.from(plain).toString('base64url');
    expect(forUrls).toMatch(/^(?=.*-).*_/);
    expect(base64).not.toBe(forUrls);
    for (const content of [base64, forUrls])
      expect(textOf(parseLabel('pdf-a4', 'application/pdf+json;format=A4', json(content)))).toBe(plain);
    expect(textOf(parseLabel('zpl-203', 'text/zpl+json', json(Buffer.from('^XA').toString('base64'))))).toBe(
      '^XA',
    );
  });

  it.each([
    ['another type', 'pdf-a6', 'text/html', bytesOf('<p>')],
    ['a page under the name of a PDF', 'pdf-a6', 'application/pdf', bytesOf('<html>')],
    ['a PDF under the name of a printer’s text', 'zpl-203', 'text/zpl', bytesOf(PDF)],
    ['nothing', 'zpl-203', 'text/zpl', bytesOf('')],
    ['no type', 'pdf-a6', null, bytesOf(PDF)],
    ['JSON without a label', 'pdf-a6', 'application/json', bytesOf('{}')],
    ['JSON with something else than Base64', 'pdf-a6', 'application/json', json('%%%')],
    ['JSON under the type of a page', 'pdf-a6', 'text/html', json(Buffer.from(PDF).toString('base64'))],
    [
      'a label beside what is deep',
      'pdf-a6',
      'application/json',
      bytesOf(`{"label":{"content":"JVBERi0xLjQK"},"x":${'['.repeat(40)}${']'.repeat(40)}}`),
    ],
    ['half JSON', 'pdf-a6', 'application/pdf+json', bytesOf('{"label":{"content":"JVBERi')],
    ['JSON that is deep', 'pdf-a6', 'application/pdf+json', bytesOf('['.repeat(100_000))],
  ] as const)('%s is not a label', (_, format, contentType, bytes) => {
    expect(parseLabel(format, contentType, bytes)).toBeNull();
  });
});
