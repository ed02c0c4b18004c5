import { deflateRawSync } from 'node:zlib';

/** Writes a ZIP archive, without checksums, which the import doesn’t read. */
export function writeZip(files: Readonly<Record<string, string | Buffer>>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Writes a workbook with these sheets' XML, by name, as spreadsheets do. */
export function writeWorkbook(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | Buffer>> = {},
  state: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const entries = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state[name] ? ` state="${state[name]}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files = names.map((name, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<?xml version="1.0"?><worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
  ]);
  return writeZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...(Object.fromEntries(files) as Record<string, string>),
    ...more,
  });
}
