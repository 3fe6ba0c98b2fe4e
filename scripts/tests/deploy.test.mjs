import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readStartSettings } from '../../apps/api/src/start/start-settings.ts';
import { allocator } from '../lib/own-node.mjs';
import { root } from '../lib/run.mjs';
import { metricNames, readText } from '../testing/facts.mjs';

const metrics = metricNames();

test.each(['deploy/Containerfile', 'deploy/systemd/baraza-.service.d/common.conf'])(
  'the file %s sets the same allocator variables as `npm start`',
  (file) => {
    const variables = readText(file).matchAll(/\b(MALLOC_\w+)=(\w+)/g);
    expect(Object.fromEntries([...variables].map(([, name, value]) => [name, value]))).toEqual(allocator);
  },
);

test('the image and the systemd unit start Node with the flags of `npm start`', () => {
  const flags = (text) =>
    text.match(/--[\w-]+(=\d+)?(?=[" ])/g).filter((flag) => flag.startsWith('--max') || flag.startsWith('--no'));
  const wanted = flags(JSON.parse(readText('package.json')).scripts.start);
  expect(wanted).toHaveLength(3);
  expect(flags(readText('deploy/Containerfile').split('\nCMD ')[1])).toEqual(wanted);
  expect(flags(/^ExecStart=.*/m.exec(readText('deploy/systemd/baraza-server.service'))[0])).toEqual(wanted);
});

const kubernetes = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
  parseAllDocuments(readText(file)).map((document) => document.toJS()),
);

/** DATABASE_URL of each pod. */
const databaseUrls = () =>
  kubernetes
    .map(({ spec }) => (spec?.jobTemplate?.spec ?? spec)?.template?.spec.containers[0].env)
    .filter(Boolean)
    .map((env) => env.find(({ name }) => name === 'DATABASE_URL').value);

test('every object for Kubernetes has the form of its kind', async () => {
  const foreign = new Set(['EnvoyProxy', 'Cluster', 'ObjectStore', 'ScheduledBackup', 'Kustomization']);
  const known = kubernetes.filter(({ kind }) => !foreign.has(kind));
  expect(known.length).toBeGreaterThan(15);
  for (const object of known) {
    const { apiVersion, kind, metadata } = object;
    const models = apiVersion.startsWith('gateway.') ? '@kubernetes-models/gateway-api' : 'kubernetes-models';
    const { [kind]: Model } = await import(`${models}/${apiVersion}/${kind}`);
    expect(() => new Model(object).validate(), `${kind} ${metadata.name}`).not.toThrow();
  }
});

test('every pod of Kubernetes speaks to the database over verified TLS', () => {
  expect(databaseUrls()).toHaveLength(3);
  for (const url of databaseUrls())
    expect(url).toMatch(
      /^postgres:\/\/baraza:\$\(DATABASE_PASSWORD\)@database-rw:.*\?sslmode=verify-full&sslrootcert=\/etc\/database\/ca\.crt$/,
    );
});

/** Settings that an operator fills in. */
const filled = {
  PUBLIC_NAME: 'complaints.example.org',
  SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687',
  SMTP_URL: 'smtps://mail.example.org',
  ADMIN_EMAIL: 'root@example.org',
  ADMIN_PASSWORD: 'nine hills and a river',
  DATABASE_URL: 'postgres://baraza:word@database-rw.baraza:5432/baraza',
  SUPPORT_EMAIL: 'help@example.org',
  SUPPORT_PHONE: '+234 800 000 0000',
};
const inImage = Object.fromEntries(
  [...readText('deploy/Containerfile').matchAll(/^(?:ENV| ) *([A-Z_]+)=([^ \n]+)/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

test.each([
  ['compose', () => parse(readText('deploy/compose.yaml'), { merge: true }).services.portal.environment],
  [
    'Kubernetes',
    () => {
      const map = kubernetes.find(({ kind }) => kind === 'ConfigMap').data;
      const secret = kubernetes.find(
        ({ kind, metadata }) => kind === 'Secret' && metadata.name === 'portal',
      ).stringData;
      return { ...map, ...secret, ...filled, DATABASE_URL: databaseUrls()[0] };
    },
  ],
])('the server starts with the settings of %s', (_, read) => {
  const fill = (value) => String(value).replaceAll(/\$\{(\w+)[^}]*\}/g, (__, name) => filled[name] ?? 'word');
  const own = Object.fromEntries(Object.entries(read()).map(([name, value]) => [name, fill(value)]));
  const environment = { ...inImage, ...own };
  const { settings, warnings } = readStartSettings(environment);
  // A container does not know which of its addresses the operators' network reaches.
  expect(warnings).toEqual([expect.stringContaining('METRICS_ADDRESS')]);
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    dataDir: '/data/baraza',
    publicUrl: 'https://complaints.example.org',
    demo: false,
  });
  expect(settings.metricsAddress).toEqual({ host: '0.0.0.0', port: 9464 });
});

test('the server starts without a warning with the settings of systemd', () => {
  const own = [...readText('deploy/systemd/settings.example').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(
    ([, name, value]) => [name, value],
  );
  const { DATABASE_URL, SMTP_URL, SECRET_KEY } = filled;
  const environment = { ...Object.fromEntries(own), DATABASE_URL, SMTP_URL, SECRET_KEY };
  expect(readStartSettings(environment).warnings).toEqual([]);
});

test.each(['deploy/prometheus/alerts.yaml', 'deploy/grafana/baraza.json'])(
  'the file %s names only metrics that exist',
  (file) => {
    const named = [...readText(file).matchAll(/\b(?:baraza|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !metrics.has(name))).toEqual([]);
  },
);

test('no example of a proxy logs the addresses of visitors', () => {
  const proxies = kubernetes.filter(({ kind }) => kind === 'EnvoyProxy');
  expect(proxies.map(({ spec }) => spec.telemetry)).toEqual([{ accessLog: { disable: true } }]);
  // Caddy logs requests only where `log` is set, but failed ones everywhere.
  const blocks = [...readText('docs/operate/install.md').matchAll(/^```\n([^]*?)^```$/gm)].map(([, text]) => text);
  const ofCaddy = [readText('deploy/Caddyfile'), ...blocks.filter((text) => text.includes('reverse_proxy'))];
  expect(ofCaddy).toHaveLength(2);
  for (const text of ofCaddy)
    expect(text.match(/^\s*log\b[^}]*/gm)).toEqual([expect.stringMatching(/\srequest delete\s/)]);
  const formats = blocks.flatMap((text) => text.match(/^log_format .*$/gm) ?? []);
  expect(formats).toHaveLength(1);
  expect(formats.join(' ')).not.toMatch(/addr|forwarded|http_|cookie/u);
});

test('the example files of secrets hold no value', () => {
  const compose = [...readText('deploy/compose.env.example').matchAll(/^(\w*(?:PASSWORD|SECRET|KEY)\w*)=(.*)$/gm)];
  expect(compose.length).toBeGreaterThan(2);
  expect(compose.filter(([, , value]) => value !== '')).toEqual([]);
  const secrets = parseAllDocuments(readText('deploy/kubernetes/secrets.example.yaml')).map((each) => each.toJS());
  const values = secrets.flatMap(({ stringData }) => Object.values(stringData));
  expect(new Set(values)).toEqual(new Set(['<fill-in>']));
});
