import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import { findFile } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import type * as contract from '../../common/source.contract.ts';
import { httpSourceConfig } from '../../common/config/http.ts';
import { sqlSourceConfig } from '../../common/config/sql.ts';
import { sourceConfigs } from '../../common/source-config.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { cleared, openSecrets, sealSecrets, type SecretsByName } from '../connector/open-source.ts';
import { SourceFailure } from '../connector/connector.ts';
import { isAllowedFolder } from '../connector/file/folder-file.ts';
import { alarmIssues } from './alarm.ts';
import { configIssues, wholeConfig } from './config-issues.ts';
import { assertIdle } from './source.check.ts';
import { sourceKind, targetOf } from './source.kind.ts';
import { findSource, type SourceFound } from './source.query.ts';

/** Adds a source, disabled; who adds it is told of what goes wrong. Refuses with 12104, 12106, 12107, 10411. */
export async function addSource(call: Call, tx: Tx, input: Parsed<typeof contract.sourceAdd>): Promise<{ id: string }> {
  const { caller, services } = call;
  caller.scope();
  const { secrets = {}, ...draft } = input;
  const config = await checkedConfig(call, { kind: input.kind, config: input.config, secrets });
  const id = newId();
  const known = await services.directory.people(tx, [caller.uid]);
  const fields: Record<string, unknown> = {
    ...draft,
    config,
    secret: sealSecrets(services.secrets, id, secrets),
    alarmPeople: known.has(caller.uid) ? [{ employeeId: caller.uid, channels: ['mail', 'console'], on: ['held', 'failed', 'late'] }] : [],
    enabled: false,
  };
  const path = (await departmentPaths(tx, [input.rootDepartmentId])).get(input.rootDepartmentId) ?? null;
  await createObjects(tx, caller, sourceKind, [{ id, name: input.name, path, fields: fields as Fields }]);
  return { id };
}

interface Requested {
  kind: SourceKind;
  config: Record<string, unknown>;
  secrets: SecretsByName;
  /** The file that the source has already. */
  fileId?: unknown;
}

/** The configuration as it is stored: whole, without mistakes, and naming nothing that the caller or the product may not reach. */
export async function checkedConfig(call: Call, { kind, config, secrets, fileId }: Requested): Promise<Record<string, unknown>> {
  const unknown = Object.keys(secrets).filter((name) => !(sourceConfigs[kind].secrets as readonly string[]).includes(name));
  const issues = [
    ...configIssues(kind, config),
    ...unknown.map((name) => ({ path: `secrets.${name}`, namespace: 'kit', key: 'issue.unrecognized_keys' })),
  ];
  if (issues.length > 0) throw new InvalidInput(issues);
  const whole = wholeConfig(kind, config);
  if (kind === 'file') await assertFile(call, whole, fileId);
  await assertHere(call.services, kind, whole);
  return whole;
}

/** Refuses what this installation may not read: folders, queries, addresses. */
export async function assertHere(
  services: Pick<Services, 'settings' | 'outbound'>,
  kind: SourceKind,
  whole: Record<string, unknown>,
): Promise<void> {
  if (kind === 'file') assertFolder(services, whole);
  if (kind === 'sql') await assertQueries(whole);
  await assertReachable(services, hostsOf(kind, whole));
}

/** A file of one's own, or the one in use. */
async function assertFile({ db, caller, services }: Call, config: Record<string, unknown>, inUse: unknown): Promise<void> {
  const id = config['fileId'];
  if (typeof id === 'string' && id !== inUse) await findFile(db, caller.uid, id, services.now());
}

/** A folder that the settings of the server name. */
function assertFolder({ settings }: Pick<Services, 'settings'>, config: Record<string, unknown>): void {
  if (config['from'] === 'folder' && !isAllowedFolder(settings.sourceFolders, String(config['folder'])))
    throw new InvalidInput([{ path: 'config.folder', namespace: 'user-centre', key: 'source.issue.folder' }]);
}

/** Refuses with 12106 what is not one SELECT. */
async function assertQueries(config: Record<string, unknown>): Promise<void> {
  const { parseQuery } = await import('../connector/sql/query.ts');
  const { database, peopleQuery, departmentsQuery, removedQuery } = sqlSourceConfig.parse(config);
  try {
    for (const query of [peopleQuery, departmentsQuery, removedQuery]) if (query.trim() !== '') parseQuery(query, database);
  } catch (error) {
    throw error instanceof SourceFailure ? new Refusal(12106) : error;
  }
}

interface Host {
  host: string;
  port: number;
  /** The field of the form that names it. */
  field: string;
}

/** The systems that a configuration names. */
function hostsOf(kind: SourceKind, config: Record<string, unknown>): Host[] {
  if (kind === 'ldap' || kind === 'ad')
    return (config['servers'] as Omit<Host, 'field'>[]).map(({ host, port }) => ({ host, port, field: 'config.servers' }));
  if (kind === 'sql') {
    const { host, port } = sqlSourceConfig.parse(config);
    return [{ host, port, field: 'config.host' }];
  }
  return addressesOf(kind, config)
    .filter((address) => address !== '')
    .map((address) => {
      const { hostname, port, protocol } = new URL(address);
      return {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
        field: kind === 'file' ? 'config.address' : 'config.base',
      };
    });
}

function addressesOf(kind: SourceKind, config: Record<string, unknown>): string[] {
  if (kind === 'file') return config['from'] === 'address' ? [String(config['address'])] : [];
  if (kind !== 'http') return [];
  const { base, auth } = httpSourceConfig.parse(config);
  return [base, auth.kind === 'oauth2' ? auth.tokenAddress : ''];
}

/** Refuses with 12104 what the guard would never let through; a name that is not found today may be found tomorrow. */
async function assertReachable({ outbound }: Pick<Services, 'outbound'>, hosts: readonly Host[]): Promise<void> {
  for (const { host, port, field } of hosts)
    await outbound.resolve(host, port).catch((error: unknown) => {
      if ((error as { category?: unknown }).category === 'denied') throw new Refusal(12104, { address: `${host}:${port}` }, { field });
    });
}

/** Changes the given fields. Where the address changes, secrets that are not given again are cleared. */
export async function updateSource(call: Call, tx: Tx, input: Parsed<typeof contract.sourceUpdate>): Promise<void> {
  const { id, version, secrets, ...changed } = input;
  const inside = { ...call, db: tx };
  const found = await findSource(inside, id);
  const fields: Record<string, unknown> = { ...changed };
  if (decides(changed)) await assertIdle(tx, id);
  let moved = false;
  if (changed.config || secrets) {
    const config = changed.config ?? found.config;
    fields['config'] = await checkedConfig(inside, {
      kind: found.kind,
      config,
      secrets: secrets ?? {},
      fileId: found.config['fileId'],
    });
    moved = (await targetOf(found.kind, found.config)) !== (await targetOf(found.kind, fields['config']));
  }
  if (secrets) fields['secret'] = secretAfter(call, found, { secrets, moved });
  await changeObjects(tx, call.caller, sourceKind, [{ id, version, fields: fields as Fields }]);
}

/** What a run works by: it is not changed under its hands. */
const decides = (changed: object): boolean =>
  ['config', 'mapping', 'rootDepartmentId', 'scope', 'delivers'].some((name) => name in changed);

/** The secrets after a change: those given, and of the others those that stay where they were entered for. */
function secretAfter(
  { services }: Call,
  found: SourceFound,
  { secrets, moved }: { secrets: SecretsByName; moved: boolean },
): string | null {
  const kept = moved || found.secret === cleared ? {} : openSecrets(services.secrets, found);
  return sealSecrets(services.secrets, found.id, { ...kept, ...secrets });
}

type Bulk = Parsed<typeof contract.sourceEnable>;

/** Enables or disables sources; answers how many changed. */
export async function switchSources(call: Call, tx: Tx, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  call.caller.scope();
  const action = enabled ? 'enable' : 'disable';
  return switchObjects(tx, call.caller, sourceKind, { ids, action, field: 'enabled', value: enabled, reason });
}

/** Replaces who is told. */
export async function saveAlarmPeople(
  call: Call,
  tx: Tx,
  { id, version, people }: Parsed<typeof contract.sourceAlarmSave>,
): Promise<number> {
  const inside = { ...call, db: tx };
  const found = await findSource(inside, id);
  const issues = await alarmIssues(inside, found, people);
  if (issues.length > 0) throw new InvalidInput(issues);
  await changeObjects(tx, call.caller, sourceKind, [{ id, version, fields: { alarmPeople: people } as Fields }]);
  return people.length;
}
