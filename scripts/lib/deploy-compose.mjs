// What can be wrong with the compose file.
import { imageFaults, secretName } from './deploy-rules.mjs';

const ownImage = /^baraza:/;

export function composeFaults({ services = {}, volumes = {}, networks = {}, configs = {} }, example, isSetting) {
  const asked = [...JSON.stringify({ services, configs }).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const offered = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  const names = offered.map(([, name]) => name);
  return [
    ...Object.entries(services).flatMap(([name, service]) =>
      serviceFaults(name, service, { volumes, networks, isSetting }),
    ),
    ...new Set(asked.filter((name) => !names.includes(name)).map((name) => `${name} is not in compose.env.example`)),
    ...names.filter((name) => !asked.includes(name)).map((name) => `compose.env.example: nobody asks for ${name}`),
    ...offered
      .filter(([, name, value]) => secretName.test(name) && value !== '')
      .map(([, name]) => `compose.env.example: the secret ${name} has a value`),
  ];
}

function serviceFaults(name, service, { volumes, networks, isSetting }) {
  const limits = service.deploy?.resources?.limits ?? {};
  const environment = Object.entries(service.environment ?? {});
  const needsHealth = service.restart !== 'no';
  const isHealthy = Array.isArray(service.healthcheck?.test) && service.healthcheck.test.length > 1;
  return [
    ...imageFaults(service.image, name),
    service.read_only !== true && `${name} can write to its own programs: read_only is missing`,
    service.cap_drop?.[0] !== 'ALL' && `${name} keeps rights of root: cap_drop is missing`,
    !service.security_opt?.includes('no-new-privileges:true') &&
      `${name} may gain rights: no-new-privileges is missing`,
    service.privileged === true && `${name} is privileged`,
    !/^[1-9]\d*(:|$)/.test(service.user ?? '') && !service['x-root-because'] && `${name} runs as root`,
    !(limits.cpus && limits.memory) && `${name} has no limits of processor and memory`,
    needsHealth && !isHealthy && `${name} has no health check`,
    ...(service.volumes ?? [])
      .filter((volume) => typeof volume === 'string' && !/^[./]/.test(volume) && !(volume.split(':')[0] in volumes))
      .map((volume) => `${name}: there is no volume ${volume.split(':')[0]}`),
    ...(service.networks ?? [])
      .filter((network) => !(network in networks))
      .map((network) => `${name}: there is no network ${network}`),
    ...environment
      .filter(([key, value]) => isInline(key, value))
      .map(([key]) => `${name}: the secret ${key} stands in the file`),
    ...(ownImage.test(service.image ?? '') ? environment.filter(([key]) => !isSetting(key)) : []).map(
      ([key]) => `${name}: ${key} is no setting`,
    ),
  ].filter(Boolean);
}

/** A secret is asked for, and starting without it is refused. Addresses may hold one, but only so. */
function isInline(key, value) {
  const text = String(value);
  if (secretName.test(key)) return !/^\$\{\w+:\?[^}]+\}$/.test(text);
  return /:\/\/[^/@:]+:[^/@]+@/.test(text) && !/:\/\/[^/@:]+:\$\{\w+:\?[^}]+\}@/.test(text);
}
