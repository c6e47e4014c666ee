import { arch, cpus, platform, release, totalmem } from 'node:os';
import { Readable } from 'node:stream';
import type { Parsed } from '#kit/common/contract.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobKind, Services } from '#kit/server/services.ts';
import { zipOf } from '#platform/files/zip-write.ts';
import type { BundlePart, supportBundle } from '../common/overview.contract.ts';
import { serversPage as page } from '../common/permissions.ts';
import { readRuntimeFacts } from './runtime-facts.ts';

/** One file of a bundle. */
interface BundleFile {
  part: BundlePart;
  name: string;
  content: string;
  /** What it holds, for who decides whether it may leave. */
  holds: string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Only what is named here leaves: a setting that comes later stays inside until somebody decides otherwise. */
const readers: Readonly<Record<BundlePart, (services: Services) => Promise<Fields | readonly Fields[]>>> = {
  product: async ({ settings, version, languages, resources, operations }) => ({
    version,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memory: totalmem(),
    languages,
    pages: resources.length,
    operations: operations.length,
    logLevel: settings.logLevel,
    database: settings.databaseUrl === undefined ? 'embedded' : 'own',
    bus: settings.redisUrl === undefined ? 'database' : 'redis',
    fileStore: settings.fileStore.startsWith('s3://') ? 's3' : 'folder',
    publicUrl: settings.publicUrl !== undefined,
  }),
  nodes: async (services) => (await readRuntimeFacts(services)).nodes,
  database: async (services) => {
    const { nodes: _nodes, ...ground } = await readRuntimeFacts(services);
    return ground;
  },
  jobs: async ({ database }) =>
    database.db
      .selectFrom('job')
      .select(['id', 'kind', 'state', 'done', 'total', 'failed', 'attempts', 'created_at', 'started_at', 'ended_at', 'error'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
  servers: async ({ database }) =>
    database.db
      .selectFrom('server_config')
      .leftJoin('server_check', 'server_check.server_id', 'server_config.id')
      .select(['code', 'kind', 'addresses', 'weight', 'enabled', 'draining', 'state', 'at', 'report'])
      .orderBy('code')
      .execute(),
  platforms: async ({ database }) =>
    database.db
      .selectFrom('platform_config')
      .select(['platform', 'rows', 'min_version', 'published', 'version'])
      .orderBy('platform')
      .execute(),
};

/** The files of a bundle. */
export async function bundleFiles(services: Services, parts: readonly BundlePart[]): Promise<BundleFile[]> {
  return Promise.all(
    parts.map(async (part) => {
      const read = await readers[part](services);
      const first: Fields = Array.isArray(read) ? ((read as readonly Fields[])[0] ?? {}) : (read as Fields);
      return { part, name: `${part}.json`, content: `${JSON.stringify(read, null, 2)}\n`, holds: Object.keys(first) };
    }),
  );
}

type Payload = Pick<Parsed<typeof supportBundle>, 'parts'>;

/** Packs a bundle. */
export const bundleJob: JobKind<Payload, { fileId: string }> = {
  kind: 'servers.bundle',
  title: { namespace: 'servers', key: 'job.bundle' },
  code: page.button.supportBundle,
  run: async ({ services, caller, progress }, { parts }) => {
    const files = await bundleFiles(services, parts);
    const name = `support-${new Date(services.now()).toISOString().slice(0, 10)}.zip`;
    const stream = Readable.from(zipOf(files.map((file) => ({ name: file.name, content: Buffer.from(file.content) }))));
    const file = await keepMade(services, stream, {
      name,
      type: 'application/zip',
      purpose: 'export',
      owner: caller.uid,
      keepMillis: temporary,
    });
    await progress({ done: files.length, total: files.length, failed: 0 });
    return { fileId: file.id };
  },
};
