// What can be wrong with the Kubernetes manifests.
import { imageFaults, secretName } from './deploy-rules.mjs';

const template = '<fill-in>';
/** Made by CloudNativePG for the cluster of that name. */
const madeByOperator = (clusters) => clusters.map(({ metadata }) => `${metadata.name}-app`);

export function kubernetesFaults(files, open, isSetting) {
  const byFile = files.map((file) => ({ name: file.split('/').at(-1), objects: open(file) }));
  const objects = byFile.flatMap((file) => file.objects);
  const of = (kind) => objects.filter((object) => object?.kind === kind);
  const [listing] = of('Kustomization');
  const listed = new Set(listing?.resources ?? []);
  const expected = byFile.map(({ name }) => name).filter((name) => !/^(kustomization|secrets\.example)\./.test(name));
  return [
    ...objects.flatMap((object) => shapeFaults(object)),
    ...expected.filter((name) => !listed.has(name)).map((name) => `kustomization.yaml does not list ${name}`),
    ...[...listed]
      .filter((name) => !expected.includes(name))
      .map((name) => `kustomization.yaml lists ${name}, which is not there`),
    ...of('Deployment').flatMap((deployment) => deploymentFaults(deployment, of, isSetting)),
    ...of('Secret').flatMap(({ metadata, stringData = {}, data }) => [
      data && `the secret ${metadata.name} has values`,
      ...Object.entries(stringData)
        .filter(([, value]) => value !== template)
        .map(([key]) => `the secret ${key} stands in the file`),
    ]),
    ...of('ConfigMap').flatMap(({ data }) => [
      ...Object.keys(data)
        .filter((key) => secretName.test(key))
        .map((key) => `the secret ${key} stands in a ConfigMap`),
      ...Object.entries(data)
        .filter(([, value]) => typeof value !== 'string')
        .map(([key]) => `${key} is not in quotes`),
    ]),
    ...of('Namespace').map(
      ({ metadata }) =>
        metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted' &&
        'the namespace allows more than restricted pods',
    ),
    !of('NetworkPolicy').some(isDenyAll) && 'no NetworkPolicy denies what is not named',
    ...databaseFaults(of),
  ].filter(Boolean);
}

function shapeFaults(object) {
  const { apiVersion, kind, metadata } = object ?? {};
  if (kind === 'Kustomization' && apiVersion) return [];
  if (apiVersion && kind && /^[a-z0-9-]+$/.test(metadata?.name ?? '')) return [];
  return [`${kind ?? 'a document'} ${metadata?.name ?? ''} lacks apiVersion, kind or a proper name`];
}

const isDenyAll = ({ spec }) =>
  Object.keys(spec.podSelector).length === 0 && spec.policyTypes?.length === 2 && !spec.ingress && !spec.egress;

const matches = (selector, labels) => Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value);

function deploymentFaults({ metadata: { name }, spec }, of, isSetting) {
  const { metadata, spec: pod } = spec.template;
  const fits = ({ spec: { selector } }) => matches(selector.matchLabels ?? selector, metadata.labels);
  const ports = pod.containers.flatMap((container) => (container.ports ?? []).map((port) => port.name));
  const targets = of('Service')
    .filter(fits)
    .flatMap((service) => service.spec.ports.map((port) => port.targetPort));
  const volumes = new Set((pod.volumes ?? []).map((volume) => volume.name));
  return [
    !(spec.replicas >= 2) && `${name} has a single pod`,
    !matches(spec.selector.matchLabels, metadata.labels) && `${name} does not select its own pods`,
    !of('PodDisruptionBudget').some((budget) => fits(budget) && budget.spec.minAvailable < spec.replicas) &&
      `${name} has no PodDisruptionBudget that lets one pod go`,
    targets.length === 0 && `${name} has no Service`,
    ...targets.filter((port) => !ports.includes(port)).map((port) => `${name} has no port ${port}`),
    pod.automountServiceAccountToken !== false && `${name} gets a token of the cluster`,
    pod.securityContext?.runAsNonRoot !== true && `${name} may run as root`,
    pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault' && `${name} has no seccomp profile`,
    ...pod.containers.flatMap((container) => containerFaults(name, container, volumes)),
    ...variableFaults(name, pod.containers, of, isSetting),
  ];
}

function containerFaults(name, container, volumes) {
  const { securityContext = {}, resources = {} } = container;
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].filter((probe) => !container[probe]?.httpGet);
  return [
    ...imageFaults(container.image, name),
    securityContext.readOnlyRootFilesystem !== true && `${name} can write to its own programs`,
    securityContext.allowPrivilegeEscalation !== false && `${name} may gain rights`,
    securityContext.capabilities?.drop?.[0] !== 'ALL' && `${name} keeps rights of root`,
    !(resources.requests?.cpu && resources.requests?.memory) && `${name} requests no processor and memory`,
    !(resources.limits?.cpu && resources.limits?.memory) && `${name} has no limits of processor and memory`,
    ...probes.map((probe) => `${name} has no ${probe}`),
    container.livenessProbe?.httpGet?.path === '/health/ready' && `${name} is killed when the database is away`,
    ...(container.volumeMounts ?? [])
      .filter((mount) => !volumes.has(mount.name))
      .map((mount) => `${name} has no volume ${mount.name}`),
  ];
}

function variableFaults(name, containers, of, isSetting) {
  const secrets = [...of('Secret').map(({ metadata }) => metadata.name), ...madeByOperator(of('Cluster'))];
  const find = (kind, wanted) => of(kind).find(({ metadata }) => metadata.name === wanted);
  const sources = containers.flatMap((container) => container.envFrom ?? []);
  const single = containers.flatMap((container) => container.env ?? []);
  const maps = sources.map(({ configMapRef, secretRef }) =>
    configMapRef ? find('ConfigMap', configMapRef.name)?.data : find('Secret', secretRef?.name)?.stringData,
  );
  const keys = [...maps.flatMap((map) => Object.keys(map ?? {})), ...single.map((each) => each.name)];
  const references = [
    ...sources.map(({ secretRef }) => secretRef?.name),
    ...single.map((each) => each.valueFrom?.secretKeyRef?.name),
  ];
  return [
    maps.some((map) => map === undefined) && `${name} takes variables from where there are none`,
    ...keys.filter((key) => !isSetting(key)).map((key) => `${name}: ${key} is no setting`),
    ...single
      .filter((each) => secretName.test(each.name) && each.value !== undefined)
      .map((each) => `${name}: the secret ${each.name} stands in the file`),
    ...references
      .filter((each) => each && !secrets.includes(each))
      .map((each) => `${name}: there is no secret ${each}`),
  ];
}

function databaseFaults(of) {
  const clusters = of('Cluster');
  const names = clusters.map(({ metadata }) => metadata.name);
  const stores = of('ObjectStore').map(({ metadata }) => metadata.name);
  return [
    clusters.length === 0 && 'there is no database',
    ...clusters.flatMap(({ metadata: { name }, spec }) => [
      ...imageFaults(spec.imageName, name),
      !(spec.instances >= 3) && `${name} has fewer than three servers`,
      spec.postgresql?.synchronous?.dataDurability !== 'required' && `${name} may lose what was acknowledged`,
      !spec.resources?.limits?.memory && `${name} has no limit of memory`,
      !of('ScheduledBackup').some((backup) => backup.spec.cluster.name === name) && `${name} is never backed up`,
      ...(spec.plugins ?? [])
        .filter(({ parameters }) => !stores.includes(parameters?.barmanObjectName))
        .map(({ parameters }) => `${name}: there is no ObjectStore ${parameters?.barmanObjectName}`),
    ]),
    ...of('ScheduledBackup').map(
      ({ spec }) => !names.includes(spec.cluster.name) && `a backup is of ${spec.cluster.name}, which is not there`,
    ),
  ];
}
