import { fieldOf, fieldsOf, kindOf, type Schema } from './api-docs-schema.ts';
import { type Html, html } from '../page/html.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** A call as our OpenAPI document describes it. */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

/** The part of an OpenAPI document that a person reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The stylesheet of the page: the policy allows none within it. */
export const styleAddress = '/api/docs/style.css';

/**
 * The OpenAPI document as a page to read: every call with what it takes and what it answers. It holds no script and no style of
 * its own, so that the same policy guards it as everything else, and the browser finds every word in it.
 */
export function renderApiDocs({ info, paths }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, ...operation })),
  );
  const groups = groupsOf(calls, ({ tags }) => tags[0] ?? 'Other');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="${styleAddress}" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header>
          <h1>${info.title}</h1>
          <p>${info.description}</p>
          <p>
            A call that is for somebody needs <code>Authorization: Bearer …</code> with the token that
            <a href="#postLogin">logging in</a> answers. For programs there is the same as
            <a href="/api/openapi.json">OpenAPI 3.1</a>.
          </p>
        </header>
        <nav aria-label="All calls">${groups.map(([tag, its]) => contentsOf(tag, its))}</nav>
        <main id="calls">
          ${groups.map(
            ([tag, its]) =>
              html`<section aria-labelledby="${idOf(tag)}">
                <h2 id="${idOf(tag)}">${tag}</h2>
                ${its.map(renderCall)}
              </section>`,
          )}
        </main>
      </body>
    </html> `;
  return page.text;
}

function groupsOf<T>(all: readonly T[], nameOf: (it: T) => string): [name: string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const it of all) groups.set(nameOf(it), [...(groups.get(nameOf(it)) ?? []), it]);
  return [...groups];
}

const idOf = (tag: string) => `group-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`;

function contentsOf(tag: string, calls: readonly Call[]): Html {
  const links = calls.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="#${operationId}">${summary}</a> <code>${method} ${breakable(path)}</code></li>`,
  );
  return html`<details>
    <summary>${tag} <span class="notes">${calls.length}</span></summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}

/** A long address may go on in the next line after each part. */
const breakable = (path: string) =>
  path.split('/').map((part, index) => (index === 0 ? html`` : html`/<wbr />${part}`));

function renderCall(call: Call): Html {
  const { operationId, method, path, summary, description } = call;
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
    <h3 id="${operationId}-name">${summary}</h3>
    <p class="address">
      <code><b>${method}</b> ${breakable(path)}</code>
    </p>
    <p>${description ?? 'For everybody.'}</p>
    ${parametersOf(call)}${bodyOf(call)}${answersOf(call)}
  </article>`;
}

const places: Readonly<Record<string, string>> = { path: 'In the address', query: 'In the query', header: 'Headers' };

function parametersOf({ parameters = [] }: Call): Html[] {
  return groupsOf(parameters, (it) => it.in).map(
    ([place, its]) =>
      html`<h4>${places[place] ?? place}</h4>
        <ul>
          ${its.map((it) => fieldOf(it.name, it.schema, it.required === true))}
        </ul>`,
  );
}

function bodyOf({ requestBody }: Call): Html[] {
  return Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema = {} }]) =>
      html`<h4>Body <code>${type}</code></h4>
        ${fieldsOf(schema)}`,
  );
}

function answersOf({ responses }: Call): Html[] {
  const all = Object.entries(responses);
  const failures = all.map(([status]) => status).filter((status) => Number(status) >= 400);
  const successes = all.filter(([status]) => Number(status) < 400);
  const last = html`<p class="notes">Errors: ${failures.join(', ')}</p>`;
  return [...successes.map(([status, answer]) => answerOf(status, answer)), last];
}

/** What stands there for an answer of which nobody said anything. */
const unsaid = 'Default Response';

function answerOf(status: string, { description, content = {} }: Operation['responses'][string]): Html {
  const said = description === unsaid ? undefined : html`<p>${description}</p>`;
  const bodies = Object.entries(content).map(([type, { schema = {} }]) => {
    const fields = fieldsOf(schema);
    return html`<p><code>${type}</code> <span class="kind">${kindOf(schema)}</span></p>
      ${fields}`;
  });
  return html`<details>
    <summary>Answers ${status}</summary>
    ${[said, ...bodies].filter((it) => it !== undefined)}
  </details>`;
}
