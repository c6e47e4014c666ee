import path from 'node:path';
import { languages } from '#kit/common/language.ts';
import { openAccess } from '#kit/server/access/open-access.ts';
import { wordBookOf } from '#kit/server/audit/words.ts';
import { planApplyJob } from '#kit/server/change/plan/apply-plan.ts';
import { planItemsJob } from '#kit/server/change/plan/plan-items.ts';
import { revertJob } from '#kit/server/change/revert.job.ts';
import { findClear, freeComing, sealedFiles } from '#kit/server/files/sealed-files.ts';
import { openJobs } from '#kit/server/jobs/open-jobs.ts';
import { freeJobs } from '#kit/server/jobs/job-store.ts';
import { prepareAudit, startUpkeep, type Upkeep } from '#kit/server/jobs/upkeep.ts';
import { freeLicence } from '#kit/server/licence.ts';
import { openLive } from '#kit/server/live/open-live.ts';
import { keyringOf } from '#kit/server/keyed-column.ts';
import { openMails } from '#kit/server/mail/open-mails.ts';
import { networkNamesOf } from '#kit/server/network-names.ts';
import { logKindsOf } from '#kit/server/log-kind.ts';
import { radarKindsOf } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { openCredentials } from '#kit/server/session/credentials.ts';
import { openSessions } from '#kit/server/session/open-sessions.ts';
import { openReadLog } from '#kit/server/audit/read-log.ts';
import { openSignInLog } from '#kit/server/session/sign-in-log.ts';
import { openSignInPolicy } from '#kit/server/session/sign-in-policy.ts';
import { catalogsOf, textsOf } from '#kit/server/texts.ts';
import { openWarnings } from '#kit/server/warning/open-warnings.ts';
import { waysByApp } from '#kit/server/client/ways-by-app.ts';
import { appKeysOf, appSignInsOf, buildRuleOf } from '#kit/server/client/app-keys.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { openBus } from '#platform/bus/bus.ts';
import { clock } from '#platform/clock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openRoom, unknownRoom } from '#platform/disk-capacity.ts';
import { openFileStore, type FileStore } from '#platform/files/file-store.ts';
import { clearScratch } from '#platform/files/scratch.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import type { Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';
import { migrationSources } from './migrations.ts';
import { modules } from './modules.ts';
import type { Store } from './open-store.ts';
import { productVersion } from './version.ts';

/** The engines of a running product. */
export interface OpenServices {
  services: Services;
  /** Takes up jobs and upkeep; after the first request can be served. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

/** Opens stores and engines in the order in which they need each other; what was opened is closed again when a later one fails. */
export async function createServices(settings: Settings, { log, database: opening }: Store): Promise<OpenServices> {
  const database = await opening;
  const closers: (() => unknown)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    await migrate(database.pool, migrationSources);
    const bus = await openBus({
      database,
      ...(settings.redisUrl && { redisUrl: settings.redisUrl }),
      onFailure: (sentence) => log.warn(sentence),
    });
    closers.push(() => bus.close());
    const scratch = path.join(settings.dataDir, 'tmp');
    await clearScratch(scratch);
    const store = await openFileStore(settings.fileStore, { spool: scratch }).catch(asStartError);
    closers.push(() => store.close());
    const outbound = createOutbound({
      allowedNetworks: settings.allowedNetworks,
      ownListeners: () => [{ host: settings.host, port: settings.port }],
    });
    closers.push(() => outbound.close());
    const room = database.embedded ? openRoom(settings.dataDir, (sentence) => log.error(sentence)) : unknownRoom;
    const services = await composed({ settings, log, database, bus, store, room, outbound });
    closers.push(() => services.live.close());
    closers.push(() => services.signInLog.flush(true));
    closers.push(() => services.readLog.flush(true));
    return { services, ...workOf(services, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Stores = Pick<Services, 'settings' | 'log' | 'database' | 'bus' | 'room' | 'outbound'>;

async function composed(bare: Stores & { store: FileStore }): Promise<Services> {
  const { store, ...rest } = bare;
  const { settings, database } = rest;
  const now = (): number => clock.now();
  const directory = createDirectory();
  const jobs = openJobs();
  const policy = openSignInPolicy({ db: database.db, settings });
  const secrets = await openSecrets({ keyFile: settings.keyFile, ...(settings.masterKey && { masterKey: settings.masterKey }) });
  const keyring = keyringOf(modules, secrets);
  const stores = { ...rest, files: keyring ? sealedFiles({ store, database, keyring }) : store };
  const appKeys = appKeysOf(modules, database.db);
  const buildRule = buildRuleOf(modules, database.db);
  const appSignIns = appSignInsOf(modules, database.db);
  const parts = { ...stores, directory, secrets, now, ...(appSignIns && { appSignIns }) };
  const devices = modules.find((module) => module.devices)?.devices?.(parts);
  const more = { ...(devices && { devices }), ...(appKeys && { appKeys }), ...(buildRule && { buildRule }) };
  const terminals = modules.find((module) => module.terminals)?.terminals?.({ ...parts, ...more });
  const sessions = openSessions({
    database: stores.database,
    directory,
    policy,
    now,
    ...(terminals && { elsewhere: (tx, uids, reason) => terminals.endAll(tx, uids, reason) }),
  });
  const resources = modules.flatMap((module) => module.resources);
  const services: Services = {
    ...stores,
    secrets,
    directory,
    jobs,
    live: openLive(stores.bus),
    mails: openMails({ templates: modules.flatMap((module) => module.mailTemplates ?? []), secrets, keyring }),
    texts: textsOf(catalogsOf(modules)),
    words: wordBookOf(modules),
    sessions,
    policy,
    signInLog: openSignInLog({ db: stores.database.db, directory, secrets, networkNames: networkNamesOf(modules) }),
    readLog: openReadLog({ db: stores.database.db }),
    warnings: openWarnings(modules),
    credentials: openCredentials({ directory, policy, now }),
    ...(terminals && { terminals }),
    ...(devices && { devices }),
    clientEpochs: modules.flatMap((module) => module.clientEpoch ?? []),
    clientParts: modules.flatMap((module) => module.clientPart ?? []),
    ...signInOf(),
    ...approvalsOf(),
    licence: modules.find((module) => module.licence)?.licence?.({ ...stores, now, modules }) ?? freeLicence,
    access: openAccess({ database: stores.database, bus: stores.bus, directory, sessions, now, resources }),
    kinds: modules.flatMap((module) => module.kinds ?? []),
    configAreas: modules.flatMap((module) => module.configAreas ?? []),
    radarKinds: radarKindsOf(modules),
    networkNames: networkNamesOf(modules),
    logKinds: logKindsOf(modules),
    resources,
    operations: modules.flatMap((module) => module.routes.map((route) => route.operation)),
    routes: modules.flatMap(({ name, routes }) => routes.map((route) => ({ module: name, route }))),
    enumerations: modules.flatMap((module) => module.enumerations ?? []),
    properties: modules.flatMap((module) => module.properties ?? []),
    keyedColumns: modules.flatMap((module) => module.keyedColumns ?? []),
    crowdUses: modules.flatMap((module) => module.crowdUses ?? []),
    extraUses: modules.flatMap((module) => module.extraUses ?? []),
    reviewedAreas: modules.flatMap((module) => module.reviewedAreas ?? []),
    holdings: modules.flatMap((module) => module.holdings ?? []),
    departmentUses: modules.flatMap((module) => module.departmentUses ?? []),
    languages,
    version: productVersion,
    now,
  };
  for (const kind of [planApplyJob, planItemsJob, revertJob, ...modules.flatMap((module) => module.jobs ?? [])]) jobs.register(kind);
  await prepareAudit(services);
  if (stores.database.embedded) {
    await freeJobs(stores.database.db);
    await freeComing(stores.database);
  }
  return services;
}

function signInOf(): Pick<Services, 'signIn'> {
  const signIn = modules.find((module) => module.signIn)?.signIn;
  if (!signIn) return {};
  const ways = modules.find((module) => module.clientWays);
  return { signIn: ways ? { ...signIn, forTerminals: waysByApp(signIn, ways) } : signIn };
}

function approvalsOf(): Pick<Services, 'approvals'> {
  const approvals = modules.find((module) => module.approvals)?.approvals;
  return approvals ? { approvals } : {};
}

function workOf(services: Services, closers: (() => unknown)[]): Pick<OpenServices, 'startWork'> {
  return {
    startWork: async () => {
      const runner = services.jobs as ReturnType<typeof openJobs>;
      const upkeep: Upkeep = startUpkeep(
        services,
        modules.flatMap((module) => module.tick?.bind(module) ?? []),
      );
      closers.push(() => upkeep.stop());
      runner.work(services);
      await findClear(services.database);
      closers.push(() => runner.stop());
      for (const module of modules) {
        const work = module.work?.(services);
        if (work) closers.push(() => work.stop());
      }
    },
  };
}

/** A folder that can't be used is for the operator to mend. */
function asStartError(cause: unknown): never {
  if (!(cause instanceof Error) || !('path' in cause)) throw cause;
  throw new StartError(`The file store can't be used: ${cause.message}. Set FILE_STORE to a folder that can be written.`);
}
