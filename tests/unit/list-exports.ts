import { parseAst } from 'rolldown/parseAst';

/** The code of a module; of a component, what it exports beside itself. Its methods are no exports. */
const codeOf = (file: string, source: string) =>
  file.endsWith('.svelte')
    ? (/<script[^>]*\bmodule\b[^>]*>(.*?)<\/script>/s.exec(source)?.[1] ?? '')
    : source;

const parse = (file: string, source: string) =>
  parseAst(codeOf(file, source), { lang: /[jt]sx$/.test(file) ? 'tsx' : 'ts', sourceType: 'module' }, file)
    .body;

/** A name that a module exports. */
interface Exported {
  name: string;
  /** Whether it is another module's. */
  isForwarded: boolean;
}

/** Lists the names that a module exports; not those of `export *`. */
export function listExports(file: string, source: string): Exported[] {
  const imported = new Set(listImports(file, source).flatMap(({ names }) => names.map(({ local }) => local)));
  return parse(file, source).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    if (declaration === null)
      return specifiers.flatMap(({ local, exported }) =>
        'name' in local && 'name' in exported
          ? [{ name: exported.name, isForwarded: node.source !== null || imported.has(local.name) }]
          : [],
      );
    const declared = 'declarations' in declaration ? declaration.declarations : [declaration];
    return declared.flatMap(({ id }) =>
      id !== null && 'name' in id ? [{ name: id.name, isForwarded: false }] : [],
    );
  });
}

/** The names that a module imports from another. */
interface Imported {
  from: string;
  names: { name: string; local: string }[];
}

export function listImports(file: string, source: string): Imported[] {
  return parse(file, source).flatMap((node) =>
    node.type === 'ImportDeclaration'
      ? [
          {
            from: node.source.value,
            names: node.specifiers.map(({ local, ...specifier }) => ({
              name:
                'imported' in specifier && 'name' in specifier.imported ? specifier.imported.name : 'default',
              local: local.name,
            })),
          },
        ]
      : [],
  );
}
