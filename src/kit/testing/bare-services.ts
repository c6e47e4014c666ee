import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { zh_CN } from '#kit/locales/zh_CN.ts';
import { en_US } from '#kit/locales/en_US.ts';
import { ja_JP } from '#kit/locales/ja_JP.ts';
import type { Grants } from '#kit/server/caller.ts';
import { openReadLog } from '#kit/server/audit/read-log.ts';
import { wordBookOf } from '#kit/server/audit/words.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { newId } from '#kit/server/ids.ts';
import { openJobs, type JobRunner } from '#kit/server/jobs/open-jobs.ts';
import { freeLicence } from '#kit/server/licence.ts';
import { openLive } from '#kit/server/live/open-live.ts';
import { sealedFiles } from '#kit/server/files/sealed-files.ts';
import { keyringOf } from '#kit/server/keyed-column.ts';
import { openMails } from '#kit/server/mail/open-mails.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { networkNamesOf } from '#kit/server/network-names.ts';
import { logKindsOf } from '#kit/server/log-kind.ts';
import { radarKindsOf } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { openSignInLog } from '#kit/server/session/sign-in-log.ts';
import { openSignInPolicy } from '#kit/server/session/sign-in-policy.ts';
import { catalogsOf, textsOf } from '#kit/server/texts.ts';
import { kitWarnings } from '#kit/server/warning/kit-warnings.ts';
import { openWarnings } from '#kit/server/warning/open-warnings.ts';
import { openBus } from '#platform/bus/bus.ts';
import { codesAlsoOpened } from '#kit/common/permission.ts';
import { clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/open-database.ts';
import { unknownRoom } from '#platform/disk-capacity.ts';
import { openFileStore } from '#platform/files/file-store.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { readSettings } from '#platform/settings.ts';

/** A person of a test: signs in with the token `token-<uid>`. */
export interface TestPerson {
  uid: string;
  name: string;
  grants: Grants;
}

/** Services over a test database for tests of the kit itself, which knows no module: people and their grants are the given list. */
export interface BareServices {
  services: Services;
  jobs: JobRunner;
  /** May be changed while tests run. */
  people: TestPerson[];
  close(): Promise<void>;
}

/** Everything is real but the people, sessions and roles, which belong to modules. */
export async function bareServices(
  database: Database,
  options: {
    people?: TestPerson[];
    kinds?: readonly Kind[];
    modules?: readonly ServerModule[];
    masterKey?: string;
    allowedNetworks?: string[];
  } = {},
): Promise<BareServices> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bare-'));
  const people = options.people ?? [];
  const personOf = (uid: string) => people.find((person) => person.uid === uid);
  const bus = await openBus({ database });
  const store = await openFileStore(path.join(folder, 'files'));
  const outbound = createOutbound({ allowedNetworks: options.allowedNetworks ?? [], ownListeners: () => [] });
  const jobs = openJobs();
  const live = openLive(bus);
  const secrets = await openSecrets({ keyFile: path.join(folder, 'master.key'), masterKey: options.masterKey ?? '11'.repeat(32) });
  const settings = readSettings({ DATA_DIR: folder }, folder);
  const modules = options.modules ?? [];
  const openedBy = codesAlsoOpened(modules.flatMap(({ resources }) => resources));
  const keyring = keyringOf(modules, secrets);
  const files = keyring ? sealedFiles({ store, database, keyring }) : store;
  const now = (): number => clock.now();
  const log = pino({ level: 'silent' });
  const services: Services = {
    settings,
    database,
    bus,
    files,
    room: unknownRoom,
    outbound,
    jobs,
    live,
    mails: openMails({ templates: modules.flatMap((one) => one.mailTemplates ?? []), secrets, keyring }),
    secrets,
    signInLog: openSignInLog({
      db: database.db,
      directory: { pathsOf: async () => [] },
      secrets,
      networkNames: networkNamesOf(options.modules ?? []),
    }),
    readLog: openReadLog({ db: database.db }),
    warnings: openWarnings([{ name: 'kit', warningKinds: kitWarnings }, ...(options.modules ?? [])]),
    directory: bareDirectory(personOf),
    texts: textsOf({ kit: { zh_CN, en_US, ja_JP }, ...catalogsOf(options.modules ?? []) }),
    words: wordBookOf(options.modules ?? []),
    policy: openSignInPolicy({ db: database.db, settings }),
    sessions: sessionsOf(people),
    licence: modules.find((one) => one.licence)?.licence?.({ database, bus, settings, now, log, modules }) ?? freeLicence,
    access: {
      grants: async (uid) => ({ ...(personOf(uid)?.grants ?? grantsOf({})), openedBy }),
      changed: async () => {},
    },
    log,
    kinds: options.kinds ?? [],
    ...boundIn(options.modules ?? []),
    clientEpochs: (options.modules ?? []).flatMap((module) => module.clientEpoch ?? []),
    clientParts: (options.modules ?? []).flatMap((module) => module.clientPart ?? []),
    enumerations: (options.modules ?? []).flatMap((module) => module.enumerations ?? []),
    properties: (options.modules ?? []).flatMap((module) => module.properties ?? []),
    keyedColumns: (options.modules ?? []).flatMap((module) => module.keyedColumns ?? []),
    crowdUses: (options.modules ?? []).flatMap((module) => module.crowdUses ?? []),
    extraUses: (options.modules ?? []).flatMap((module) => module.extraUses ?? []),
    reviewedAreas: (options.modules ?? []).flatMap((module) => module.reviewedAreas ?? []),
    holdings: (options.modules ?? []).flatMap((module) => module.holdings ?? []),
    departmentUses: (options.modules ?? []).flatMap((module) => module.departmentUses ?? []),
    version: 'test',
    configAreas: (options.modules ?? []).flatMap((module) => module.configAreas ?? []),
    radarKinds: radarKindsOf(options.modules ?? []),
    networkNames: networkNamesOf(options.modules ?? []),
    logKinds: logKindsOf(options.modules ?? []),
    languages: ['zh_CN', 'en_US', 'ja_JP'],
    now,
  };
  return {
    services,
    jobs,
    people,
    close: async () => {
      await jobs.stop();
      live.close();
      await bus.close();
      await outbound.close();
      await files.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The people of a test, who are in no department. */
function bareDirectory(personOf: (uid: string) => TestPerson | undefined): Services['directory'] {
  return {
    byAccount: async () => undefined,
    byUid: async (_db, uid) => {
      const person = personOf(uid);
      return person && { uid, account: person.uid, name: person.name, email: null, mayEnter: true };
    },
    matching: async () => [],
    keysOf: async () => undefined,
    pathsOf: async () => [],
    departments: async () => new Map(),
    finder: async () => () => undefined,
    people: async (_db, ids) =>
      new Map(
        ids.flatMap((id) => {
          const person = personOf(id);
          return person ? [[id, { id, name: person.name, account: id, departmentName: '', enabled: true }]] : [];
        }),
      ),
    searchPeople: async () => [],
    employeeInRange: () => sql<boolean>`true`,
    employeeAmongRange: () => sql<boolean>`true`,
    departmentInRange: () => sql<boolean>`true`,
    departmentsAbove: () => sql<{ id: string }>`select null::uuid as id where false`,
    repeatedDepartments: () => Promise.resolve(new Set()),
    departmentsAboveAll: () => sql<{ person: string; id: string }>`select null::uuid as person, null::uuid as id where false`,
    employeesUnder: () => sql<{ id: string }>`select null::uuid as id where false`,
    crowds: async () => new Map(),
    crowdStandings: async () => new Map(),
    employeeIsHere: () => sql<boolean>`true`,
    activeEmployees: () => sql<{ id: string }>`select null::uuid as id where false`,
    crowdsOf: () => sql<{ id: string }>`select null::uuid as id where false`,
    employeesOfCrowds: () => sql<{ id: string }>`select null::uuid as id where false`,
  };
}

/** The calls of the modules, and what holds them. */
function boundIn(modules: readonly ServerModule[]): Pick<Services, 'resources' | 'operations' | 'routes' | 'approvals'> {
  const approvals = modules.find((module) => module.approvals)?.approvals;
  const routes = modules.flatMap((module) => module.routes.map((route) => ({ module: module.name, route })));
  return { resources: [], operations: routes.map(({ route }) => route.operation), routes, ...(approvals && { approvals }) };
}

/** Grants of these codes over everything, or over these subtrees. */
export function grantsOf(codes: Record<string, readonly string[] | 'all'>, uid = ''): Grants {
  const ranges = Object.entries(codes).map(
    ([code, paths]) => [code, paths === 'all' ? { all: true as const } : { all: false as const, paths, self: false, uid }] as const,
  );
  return { superAdmin: false, codes: new Map(ranges), roles: [], widest: { all: false, paths: [], self: false, uid } };
}

/** A person who may do everything. */
export function superPerson(name = 'Super'): TestPerson {
  return { uid: newId(), name, grants: { superAdmin: true, codes: new Map(), roles: [], widest: { all: true } } };
}

/** Everybody is signed in, by a token made of the uid. */
function sessionsOf(people: readonly TestPerson[]): Services['sessions'] {
  return {
    find: async (token) => {
      const person = people.find(({ uid }) => token === `token-${uid}`);
      return person
        ? {
            id: `session-${person.uid}`,
            uid: person.uid,
            account: person.uid,
            name: person.name,
            confirmedAt: Date.now(),
            mustChangePassword: false,
          }
        : { refused: 65001 };
    },
    over: async (id) => (people.some(({ uid }) => id === `session-${uid}`) ? undefined : 65001),
    watch: () => () => {},
    endAll: async () => {},
    end: async () => 0,
  };
}
