import type { Plugin, Rollup } from 'vite';

/** Properties of a call that a browser needs: the server alone validates requests and replies. */
const needed = new Set(['route', 'access', 'guest', 'files', 'download']);

/**
 * Leaves out of the contract's calls the schemas that only the server reads. The library of schemas then stays out too. Forms read
 * theirs from modules named `fields`; with `keepSchemas`, for the desk, those beside the calls stay as well.
 */
export function browserContract({ keepSchemas = false } = {}): Plugin {
  return {
    name: 'browser-contract',
    apply: 'build',
    // Behind the types, which the parser does not read.
    enforce: 'post',
    transform: {
      filter: {
        id: { include: /\/packages\/contract\/src\/.*\.ts$/u, exclude: /fields\.ts$/u },
        code: ['zod/mini', 'endpoint('],
      },
      handler(code) {
        const calls = withoutParts(code, this.parse(code).body, keepSchemas);
        return { code: keepSchemas ? calls : withoutSchemas(calls, this.parse(calls).body), map: null };
      },
    },
  };
}

type Statement = ReturnType<Rollup.PluginContext['parse']>['body'][number];

function withoutParts(code: string, statements: readonly Statement[], keepBodies: boolean): string {
  let rest = code;
  // From the last to the first, so that positions stay true.
  for (const { name, start, end } of statements.flatMap(propertiesOf).toReversed()) {
    const [before, after] = [rest.slice(0, start), rest.slice(end)];
    if (needed.has(name) || (name === 'body' && keepBodies)) continue;
    // A body or form shrinks to whether there is one.
    rest = name === 'body' || name === 'form' ? `${before}${name}: true${after}` : before + after.replace(/^\s*,/u, '');
  }
  return rest;
}

/** Finds the properties of declared calls. They stand as in `export const login = endpoint({ … })`. */
function propertiesOf(statement: Statement): { name: string; start: number; end: number }[] {
  const { init } = constantOf(statement) ?? {};
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint')
    return [];
  const [call] = init.arguments;
  if (call?.type !== 'ObjectExpression') return [];
  return call.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ name: property.key.name, start: property.start, end: property.end }]
      : [],
  );
}

function constantOf(statement: Statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations[0] : undefined;
}

/** Removes schemas, and then unused imports. */
function withoutSchemas(code: string, statements: readonly Statement[]): string {
  const imports = statements.filter((it) => it.type === 'ImportDeclaration');
  // A schema is written with a capital.
  const names = imports.flatMap(({ specifiers, source }) =>
    specifiers
      .map(({ local }) => local.name)
      .filter((name) => /^zod|fields\.ts$/u.test(source.value) || /^[A-Z]/u.test(name)),
  );
  const kept: string[] = [];
  for (const statement of statements) {
    if (statement.type === 'ImportDeclaration') continue;
    const text = code.slice(statement.start, statement.end);
    const constant = constantOf(statement);
    if (constant === undefined || !mentions(text, names)) kept.push(text);
    else if (constant.id.type === 'Identifier') names.push(constant.id.name);
  }
  const rest = kept.join('\n');
  const used = imports.flatMap(({ specifiers, source }) => {
    const read = specifiers.filter(({ local }) => mentions(rest, [local.name]));
    const list = read.map(({ start, end }) => code.slice(start, end)).join(', ');
    return read.length === 0 ? [] : [`import ${list.startsWith('*') ? list : `{ ${list} }`} from '${source.value}';`];
  });
  return [...used, rest].join('\n');
}

/** Whether a text names one of these, quoted words and fields aside. */
const mentions = (text: string, names: readonly string[]) =>
  names.some((name) => new RegExp(`(?<![\\w$']|\\w\\.)${name}(?![\\w$'])`, 'u').test(text));
