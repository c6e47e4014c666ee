import type { Endpoint, Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import { interfaceKinds, type InterfaceKind } from '../common/definition.ts';
import {
  interfaceAdd,
  interfaceAuth,
  interfaceCompare,
  interfaceLog,
  interfacePublish,
  interfaceRollback,
  interfaceSave,
  interfaceView,
} from '../common/interface.contract.ts';
import { interfaceCacheUpdate } from '../common/interface-cache.contract.ts';
import {
  addInterface,
  findingsOf,
  interfaceInRange,
  readDefinition,
  saveDraft,
  versionDefinition,
  type DraftChange,
  type NewInterface,
} from './interface.drafts.ts';
import { breakingBetween, differencesOf } from './interface.compare.ts';
import { publish, rollback } from './interface.publish.ts';
import { interfaces } from './interfaces.ts';

const dayMillis = 86_400_000;

/** Adding and saving differ between the kinds by their schemas alone. */
function routesOf(kind: InterfaceKind): BoundRoute[] {
  const [add, save]: [Endpoint, Endpoint] = [interfaceAdd[kind], interfaceSave[kind]];
  return [
    handle(add, (call, input) => call.write((tx) => addInterface(tx, call, input as NewInterface))),
    handle(save, (call, input) =>
      call.write(async (tx) => {
        const change = input as DraftChange;
        const version = await saveDraft(tx, call, kind, change);
        const row = await interfaceInRange(tx, call.caller, change.id);
        return { version, findings: await findingsOf(tx, call, row.prefix_id, readDefinition(row.definition)) };
      }),
    ),
  ];
}

async function view(call: Call, { id, no }: Parsed<typeof interfaceView>): Promise<Reply<typeof interfaceView>> {
  const { db } = call;
  const row = await interfaces.one(call, id);
  const stored = await interfaceInRange(db, call.caller, id);
  const draft = readDefinition(stored.definition);
  const shown = no === undefined ? draft : await versionDefinition(db, id, no);
  if (!shown) throw notFound();
  const versions = await db
    .selectFrom('interface_version')
    .select(['no', 'note', 'published_at', 'published_by', 'hash', 'rollback_of'])
    .where('interface_id', '=', id)
    .orderBy('no', 'desc')
    .execute();
  return {
    ...row,
    shown,
    findings: await findingsOf(db, call, stored.prefix_id, shown),
    versions: versions.map((one) => ({
      no: one.no,
      note: one.note,
      publishedAt: one.published_at,
      publishedBy: one.published_by,
      hash: one.hash,
      rollbackOf: one.rollback_of,
    })),
  };
}

/** Changes the same fields of several interfaces. */
async function changeAll(tx: Tx, call: Call, ids: readonly string[], fields: Record<string, Json>): Promise<{ count: number }> {
  await changeObjects(
    tx,
    call.caller,
    interfaces.kind,
    ids.map((id) => ({ id, version: null, fields })),
  );
  return { count: ids.length };
}

function logFields({ on, level, until, keep }: Parsed<typeof interfaceLog>, now: number): Record<string, Json> {
  const wants = on === 1 && (level === 'headers' || level === 'full');
  if (wants && (until === null || until <= now || until > now + 30 * dayMillis))
    throw new InvalidInput([{ path: 'until', namespace: 'access', key: 'issue.logEnd' }]);
  return { log: on, logLevel: level, logUntil: wants ? until : null, ...(keep !== undefined && { logKeep: keep }) };
}

function authFields({ on, until, reason }: Parsed<typeof interfaceAuth>, now: number): Record<string, Json> {
  if (on === 1) return { auth: 1, authUntil: null, authReason: '' };
  if (until === null || until <= now || until > now + 90 * dayMillis)
    throw new InvalidInput([{ path: 'until', namespace: 'access', key: 'issue.authEnd' }]);
  if (reason.trim() === '') throw new InvalidInput([{ path: 'reason', namespace: 'access', key: 'issue.authReason' }]);
  return { auth: 0, authUntil: until, authReason: reason };
}

/** Operations on interfaces beside list and switches. */
export const interfaceRoutes: readonly BoundRoute[] = [
  ...interfaceKinds.flatMap(routesOf),
  handle(interfaceView, view),
  handle(interfacePublish, (call, input) => call.write(async (tx) => ({ no: await publish(tx, call, input) }))),
  handle(interfaceRollback, (call, input) => call.write(async (tx) => ({ no: await rollback(tx, call, input) }))),
  handle(interfaceCompare, async ({ db, caller }, { id, from, to }) => {
    const row = await interfaceInRange(db, caller, id);
    const at = async (no: number) => (no === 0 ? readDefinition(row.definition) : await versionDefinition(db, id, no));
    const [before, after] = [await at(from), await at(to)];
    if (!before || !after) throw notFound();
    return { fields: differencesOf(before, after), breaking: breakingBetween(before, after) };
  }),
  handle(interfaceLog, (call, input) => call.write((tx) => changeAll(tx, call, input.ids, logFields(input, call.services.now())))),
  handle(interfaceAuth, (call, input) =>
    call.write(async (tx) => {
      const fields = authFields(input, call.services.now());
      call.caller.note({ reason: input.reason });
      return changeAll(tx, call, input.ids, fields);
    }),
  ),
  handle(interfaceCacheUpdate, (call, { id, version, ...cache }) =>
    call.write(async (tx) => {
      const row = await interfaceInRange(tx, call.caller, id);
      const definition = { ...readDefinition(row.definition), cache };
      return { version: await saveDraft(tx, call, row.kind, { id, version, definition }) };
    }),
  ),
];
