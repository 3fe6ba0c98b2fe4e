import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readStartSettings } from '../../apps/api/src/start/start-settings.ts';
import { deployFaults } from '../lib/deploy.mjs';
import { allocator } from '../lib/own-node.mjs';
import { metricNames, readText, settingNames } from '../lib/facts.mjs';

const { version } = JSON.parse(readText('package.json'));

/** What is found when something in a file is written otherwise. */
function faultsWith(file, from, to) {
  let changed = false;
  const found = deployFaults((name) => {
    const text = readText(name);
    if (name !== file) return text;
    changed = text.includes(from);
    return text.replace(from, () => to);
  });
  expect(changed, `${file} does not hold ${from}`).toBe(true);
  return found;
}

test('finds nothing in what is there', () => {
  expect(deployFaults()).toEqual([]);
});

test('the container gives memory back as `npm start` does', () => {
  const said = readText('deploy/Containerfile').matchAll(/\b(MALLOC_\w+)=(\w+)/g);
  expect(Object.fromEntries([...said].map(([, name, value]) => [name, value]))).toEqual(allocator);
});

test('reads settings and metrics from the code', () => {
  expect(settingNames().length).toBeGreaterThan(20);
  expect(settingNames()).toEqual(
    expect.arrayContaining(['HOST', 'DATABASE_URL', 'METRICS_ADDRESS', 'WORKERS', 'LOG_LEVEL']),
  );
  expect([...metricNames()]).toEqual(
    expect.arrayContaining([
      'baraza_http_requests_total',
      'baraza_http_request_duration_seconds_bucket',
      'baraza_jobs_oldest_waiting_seconds',
      'process_resident_memory_bytes',
    ]),
  );
  expect(metricNames()).not.toContain('baraza_http_requests_total_bucket');
});

/** What an operator fills in. */
const filled = {
  PUBLIC_NAME: 'complaints.example.org',
  SECRET_KEY: '5b0f8d3e9c1a7246f0e1d2c3b4a59687',
  SMTP_URL: 'smtps://mail.example.org',
  ADMIN_EMAIL: 'root@example.org',
  ADMIN_PASSWORD: 'nine hills and a river',
  DATABASE_URL: 'postgres://baraza:word@database-rw.baraza:5432/baraza',
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
      const objects = ['portal', 'secrets.example'].flatMap((name) =>
        parseAllDocuments(readText(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS()),
      );
      const map = objects.find(({ kind }) => kind === 'ConfigMap').data;
      const secret = objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'portal').stringData;
      return { ...map, ...secret, ...filled };
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

const container = 'deploy/Containerfile';
const compose = 'deploy/compose.yaml';
const kubernetes = 'deploy/kubernetes';
const alerts = 'deploy/prometheus/alerts.yaml';
const dashboard = 'deploy/grafana/baraza.json';

test.each([
  [container, 'USER 10001:10001\n', '', 'it runs as root'],
  [container, 'USER 10001:10001', 'USER root', 'it runs as root'],
  [container, 'HEALTHCHECK', 'LABEL', 'it has no health check'],
  [container, 'FROM node:24.21.0-bookworm-slim\n', 'FROM node:latest\n', 'without a version'],
  [container, 'FROM node:24.21.0-bookworm-slim\n', 'FROM node:18.1.0-slim\n', 'is not the one of the lock file'],
  [container, 'PORT=3000', 'PORTS=3000', 'PORTS is no setting'],
  [container, '  HOME=/tmp \\\n', '', 'it needs a HOME'],
  [container, 'PORT=3000', 'SECRET_KEY=abc', 'the secret SECRET_KEY is in the image'],
  [container, 'CMD ["node", "--enable', 'CMD node "--enable', 'goes through a shell'],
  [compose, 'image: caddy:2.10.2', 'image: caddy:latest', 'proxy has an image without a version'],
  [compose, 'image: caddy:2.10.2', 'image: caddy', 'proxy has an image without a version'],
  [compose, '  read_only: true\n', '', 'portal can write to its own programs'],
  [compose, '  cap_drop: [ALL]\n', '', 'portal keeps rights of root'],
  [compose, "user: '999:999'", "user: '0'", 'postgres runs as root'],
  [compose, "limits: { cpus: '2', memory: 2G }", 'limits: {}', 'postgres has no limits'],
  [compose, 'test: [CMD, /mailpit, readyz]', 'test: []', 'mail has no health check'],
  [
    compose,
    'SECRET_KEY: ${SECRET_KEY:?set it in deploy/.env}',
    'SECRET_KEY: abc',
    'the secret SECRET_KEY stands in the file',
  ],
  [
    compose,
    'baraza:${POSTGRES_PASSWORD:?set it in deploy/.env}@',
    'baraza:baraza@',
    'the secret DATABASE_URL stands in the file',
  ],
  [compose, 'TRUST_PROXY: 172', 'TRUST_PROXIES: 172', 'TRUST_PROXIES is no setting'],
  [compose, 'volumes: [postgres:', 'volumes: [postgress:', 'there is no volume postgress'],
  [compose, 'services:\n', 'services:\n  portal: {}\n', 'Map keys must be unique'],
  ['deploy/compose.env.example', 'S3_ACCESS_KEY=\n', '', 'S3_ACCESS_KEY is not in compose.env.example'],
  ['deploy/compose.env.example', 'SECRET_KEY=\n', 'SECRET_KEY=abc\n', 'the secret SECRET_KEY has a value'],
  [`${kubernetes}/portal.yaml`, 'runAsNonRoot: true', 'runAsNonRoot: false', 'portal may run as root'],
  [
    `${kubernetes}/portal.yaml`,
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'can write to its own programs',
  ],
  [`${kubernetes}/portal.yaml`, 'limits: { cpu:', 'bounds: { cpu:', 'portal has no limits'],
  [`${kubernetes}/portal.yaml`, 'readinessProbe', 'readynessProbe', 'portal has no readinessProbe'],
  [
    `${kubernetes}/portal.yaml`,
    'httpGet: { path: /health/live',
    'httpGet: { path: /health/ready',
    'is killed when the database is away',
  ],
  [`${kubernetes}/portal.yaml`, `baraza:${version}`, 'baraza:latest', 'without a version'],
  [`${kubernetes}/portal.yaml`, 'minAvailable: 2', 'minAvailable: 3', 'no PodDisruptionBudget'],
  [`${kubernetes}/portal.yaml`, 'targetPort: http', 'targetPort: web', 'portal has no port web'],
  [`${kubernetes}/portal.yaml`, "WORKERS: '1'", 'WORKERS: 1', 'WORKERS is not in quotes'],
  [`${kubernetes}/portal.yaml`, "WORKERS: '1'", "WORKER: '1'", 'WORKER is no setting'],
  [`${kubernetes}/portal.yaml`, "DEMO: '0'", "DEMO_PASSWORD: '0'", 'the secret DEMO_PASSWORD stands in a ConfigMap'],
  [`${kubernetes}/portal.yaml`, 'name: database-app', 'name: data-app', 'there is no secret data-app'],
  [
    `${kubernetes}/portal.yaml`,
    'mountPath: /tmp',
    'mountPath: /tmp }\n            - { name: more, mountPath: /more',
    'no volume more',
  ],
  [
    `${kubernetes}/secrets.example.yaml`,
    'SECRET_KEY: <fill-in>',
    'SECRET_KEY: abc',
    'the secret SECRET_KEY stands in the file',
  ],
  [`${kubernetes}/secrets.example.yaml`, 'SMTP_URL', 'MAIL_URL', 'MAIL_URL is no setting'],
  [
    `${kubernetes}/network-policy.yaml`,
    'podSelector: {}',
    'podSelector: { matchLabels: { a: b } }',
    'no NetworkPolicy denies',
  ],
  [`${kubernetes}/namespace.yaml`, 'enforce: restricted', 'enforce: baseline', 'more than restricted'],
  [`${kubernetes}/kustomization.yaml`, '  - database.yaml\n', '', 'does not list database.yaml'],
  [
    `${kubernetes}/database.yaml`,
    'dataDurability: required',
    'dataDurability: preferred',
    'may lose what was acknowledged',
  ],
  [
    `${kubernetes}/database.yaml`,
    'cluster: { name: database }',
    'cluster: { name: other }',
    'database is never backed up',
  ],
  [`${kubernetes}/database.yaml`, 'barmanObjectName: backup', 'barmanObjectName: none', 'there is no ObjectStore none'],
  [alerts, 'expr: baraza_database_up == 0', 'expr: baraza_database_upp == 0', 'there is no metric baraza_database_upp'],
  [alerts, '> 0.01', ') > 0.01', 'the brackets do not close'],
  [alerts, 'severity: critical', 'severity: high', 'has no severity'],
  [alerts, 'action: Look', 'hint: Look', 'does not say what is wrong and what to do'],
  [dashboard, 'baraza_live_connections', 'baraza_live_lines', 'there is no metric baraza_live_lines'],
  [dashboard, '"id": 2,', '"id": 1,', 'two panels have one id'],
  [dashboard, '"panels"', 'panels', 'JSON'],
])('%s: %j as %j is found', (file, from, to, fault) => {
  expect(faultsWith(file, from, to).join('\n')).toContain(fault);
});
