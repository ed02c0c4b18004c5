/**
 * A plugin for oxlint and ESLint that reports names and comments in other words than an English-speaking engineer would use.
 * Each word comes with what to write instead. Property keys are not checked: many are part of an API or of stored data.
 */

/** Verbs that begin no name. */
const VERBS = {
  ask: 'request, check or confirm',
  forgive: 'clear or allow',
  keep: 'store, retain or preserve',
  mend: 'fix or repair',
  say: 'describe, format or announce',
  speak: 'format or announce',
  tell: 'describe, report or send',
};
/** Words that are no part of a name. */
const PARTICIPLES = {
  anew: 'again',
  asked: 'requested',
  forgiven: 'allowed',
  heard: 'received',
  kept: 'stored or retained',
  meant: 'intended',
  mended: 'fixed',
  said: 'announced',
  told: 'reported',
};
/** The standard term for a connection that stays open. */
const STANDARD = /^keep_?alive/i;
const CLAUSE = /^[\s*]*(?:Who|Whoever|Whom|What|Whatever|None of|Anew)\s(?![^.]*\?)/;

/** Splits a name into words: `KEPT_TILES` and `keptTiles` have the same two. */
const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)
    .filter(Boolean);

/** Finds the word that a name shouldn't have. @returns {[word: string, instead: string] | undefined} */
function findWord(name) {
  if (STANDARD.test(name)) return undefined;
  const words = wordsOf(name);
  const [first = ''] = words;
  if (Object.hasOwn(VERBS, first)) return [first, VERBS[first]];
  const word = words.find((each) => Object.hasOwn(PARTICIPLES, each));
  return word && [word, PARTICIPLES[word]];
}

/** Lists the identifiers that a pattern declares, but not those named by an object's own keys. */
function* declaredIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      yield pattern;
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties)
        if (!property.shorthand) yield* declaredIn(property.value ?? property.argument);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) yield* declaredIn(element);
      break;
    case 'AssignmentPattern':
      yield* declaredIn(pattern.left);
      break;
    case 'RestElement':
      yield* declaredIn(pattern.argument);
      break;
    case 'TSParameterProperty':
      yield* declaredIn(pattern.parameter);
      break;
  }
}

const plainWords = {
  create(context) {
    const check = (node) => {
      const found = node && findWord(node.name);
      if (found)
        context.report({ node, message: `Write ${found[1]} instead of “${found[0]}” in “${node.name}”.` });
    };
    const checkDeclared = (patterns) => {
      for (const pattern of patterns) for (const node of declaredIn(pattern)) check(node);
    };
    const checkFunction = (node) => {
      check(node.id);
      checkDeclared(node.params);
    };
    const checkNamed = (node) => check(node.id);
    const checkMember = ({ key, computed }) => {
      if (!computed && key.name !== undefined) check(key);
    };
    return {
      VariableDeclarator: (node) => checkDeclared([node.id]),
      CatchClause: (node) => checkDeclared([node.param]),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: (node) => checkDeclared(node.params),
      ClassDeclaration: checkNamed,
      TSInterfaceDeclaration: checkNamed,
      TSTypeAliasDeclaration: checkNamed,
      TSEnumDeclaration: checkNamed,
      MethodDefinition: checkMember,
      PropertyDefinition: checkMember,
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (CLAUSE.test(comment.value))
            context.report({
              loc: comment.loc,
              message:
                'Begin a comment with its subject and verb, not with a clause such as “Who …” or “What …”.',
            });
      },
    };
  },
};

export default { meta: { name: 'house' }, rules: { 'plain-words': plainWords } };
