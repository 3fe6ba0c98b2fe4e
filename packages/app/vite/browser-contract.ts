import type { Plugin, Rollup } from 'vite';

/** What a browser needs of a call: the server alone checks what arrives, and what it answers. */
const needed = new Set(['route', 'access', 'guest', 'body', 'files', 'download']);

/** Leaves out of the contract's calls the schemas that only the server reads; the bundler then drops these. */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    // Behind the types, which the parser does not read.
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/u, code: 'endpoint(' },
      handler(code) {
        let rest = code;
        // From the last to the first, so that positions stay true.
        for (const { name, start, end } of this.parse(code).body.flatMap(propertiesOf).toReversed()) {
          const [before, after] = [rest.slice(0, start), rest.slice(end)];
          // Of a form, whether there is one.
          if (name === 'form') rest = `${before}form: true${after}`;
          else if (!needed.has(name)) rest = before + after.replace(/^\s*,/u, '');
        }
        return { code: rest, map: null };
      },
    },
  };
}

type Statement = ReturnType<Rollup.PluginContext['parse']>['body'][number];

/** Finds the properties of declared calls. They stand as in `export const login = endpoint({ … })`. */
function propertiesOf(statement: Statement): { name: string; start: number; end: number }[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint')
      return [];
    const [call] = init.arguments;
    if (call?.type !== 'ObjectExpression') return [];
    return call.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [{ name: property.key.name, start: property.start, end: property.end }]
        : [],
    );
  });
}
