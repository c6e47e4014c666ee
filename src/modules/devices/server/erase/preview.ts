import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { ErasePreviewRow } from '../../common/erase.contract.ts';
import { openEraseStates, type eraseScopes } from '../../common/erase-words.ts';
import { heldDevices } from './holds.ts';
import { lastDevices } from './last-device.ts';
import { assertDevices, assertPeople } from '../device/device-range.ts';

const previewMillis = 5 * 60_000;
const onlineMillis = 5 * 60_000;
const mostDevices = 20;
/** More devices than these at once need a second person. */
const aloneMost = 5;
/** People of this sensitivity are executives. */
const executive = 3;

/** What is to be looked at. */
export interface PreviewRequest {
  readonly deviceIds?: readonly string[] | undefined;
  readonly empIds?: readonly string[] | undefined;
  readonly scope: (typeof eraseScopes)[number];
  readonly appId: string | null;
}

export const previewHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Looks at what an erasure would touch, and keeps it: only what was shown can be ordered. */
export async function previewErase(call: Call, request: PreviewRequest) {
  const { db, caller, services } = call;
  const range = caller.scope();
  const asked = [...(request.deviceIds ?? [])];
  if (request.empIds && request.empIds.length > 0) {
    await assertPeople(db, range, request.empIds);
    const { rows } = await sql<{
      id: string;
    }>`select distinct device_id as id from device_binding where state = 'bound' and employee_id = any(${request.empIds}::uuid[])`.execute(
      db,
    );
    asked.push(...rows.map(({ id }) => id));
  }
  const ids = [...new Set(asked)];
  if (ids.length > mostDevices) throw new Refusal(18041, { n: mostDevices }, { n: mostDevices });
  await assertDevices(db, range, ids, 'see');
  const devices = await rowsOf(call, ids, request);
  const [token, until] = [randomBytes(24).toString('base64url'), services.now() + previewMillis];
  const offered = devices.filter(({ refused }) => refused === 0);
  await db.deleteFrom('erase_preview').where('until', '<', services.now()).execute();
  await db
    .insertInto('erase_preview')
    .values({
      hash: previewHash(token),
      asked_by: caller.uid,
      scope: request.scope,
      app_id: request.appId,
      device_ids: JSON.stringify(offered.map(({ deviceId }) => deviceId)),
      shown: JSON.stringify(devices),
      until,
    })
    .execute();
  return { token, until, devices, approval: needsApproval(request.scope, offered), typed: typedFor(offered) };
}

/** Whether a second person must agree: a whole device, more than a few, or somebody who administers or is of the highest sensitivity. */
export const needsApproval = (
  scope: PreviewRequest['scope'],
  devices: readonly Pick<ErasePreviewRow, 'administrator' | 'executive'>[],
): boolean => scope === 'wipeDevice' || devices.length > aloneMost || devices.some((one) => one.administrator || one.executive);

/** What must be typed: the name of the one device, else how many there are. */
export const typedFor = (devices: readonly Pick<ErasePreviewRow, 'name'>[]): string =>
  devices.length === 1 ? devices[0]!.name : String(devices.length);

interface Row {
  id: string;
  name: string;
  ownership: 'unknown' | 'private' | 'company';
  state: string;
  capabilities: string[];
  unsent: { drafts?: number; files?: number };
  last_seen_at: number;
  pending: number;
  open: number;
  people: string[];
  administrators: boolean;
  executives: boolean;
}

async function rowsOf({ db, caller, services }: Call, ids: readonly string[], request: PreviewRequest): Promise<ErasePreviewRow[]> {
  const { rows } = await sql<Row>`select d.id, d.name, d.ownership, d.state, d.capabilities, d.unsent, d.last_seen_at,
      (select count(*) from device_command c where c.device_id = d.id and c.state in ('queued', 'deferred')) as pending,
      (select count(*) from erase_item i join erase_order o on o.id = i.order_id where i.device_id = d.id and i.state = any(${[...openEraseStates]}::text[])
        and o.app_id is not distinct from ${request.appId}) as open,
      array(select b.employee_id from device_binding b where b.device_id = d.id and b.state = 'bound') as people,
      exists (select from device_binding b join role_member m on m.object_id = b.employee_id where b.device_id = d.id and b.state = 'bound') as administrators,
      exists (select from device_binding b join employee e on e.id = b.employee_id where b.device_id = d.id and b.state = 'bound' and e.sensitivity >= ${executive}) as executives
    from device d where d.id = any(${ids}::uuid[]) order by d.name, d.id`.execute(db);
  const held = await heldDevices(db, ids);
  // The data of one application leaves the device what it is.
  const last = request.appId === null ? await lastDevices(db, ids) : new Set<string>();
  const names = await directory.people(
    db,
    rows.flatMap(({ people }) => people),
    caller.language,
    caller.scope(),
  );
  return rows.map((row) => {
    const capable = row.capabilities.includes(request.scope);
    const { refused, why } = refusalOf(row, request, { capable, held: held.has(row.id), last: last.has(row.id) });
    return {
      deviceId: row.id,
      name: row.name,
      people: row.people.map((uid) => names.get(uid)?.name ?? ''),
      ownership: row.ownership,
      lastSeenAt: row.last_seen_at,
      online: services.now() - row.last_seen_at < onlineMillis,
      drafts: row.unsent.drafts ?? 0,
      files: row.unsent.files ?? 0,
      pendingCommands: Number(row.pending),
      shared: row.people.length > 1,
      capable,
      administrator: row.administrators,
      executive: row.executives,
      refused,
      why,
    };
  });
}

function refusalOf(
  row: Row,
  { scope }: PreviewRequest,
  { capable, held, last }: { capable: boolean; held: boolean; last: boolean },
): { refused: number; why: string } {
  if (['erased', 'retired'].includes(row.state)) return { refused: 18042, why: row.state };
  if (held) return { refused: 18045, why: 'held' };
  if (last) return { refused: 18047, why: 'lastSuper' };
  if (Number(row.open) > 0) return { refused: 18044, why: 'open' };
  if (!capable) return { refused: 18042, why: 'capability' };
  // A private device is never wiped: it holds what is not the company's.
  if (scope === 'wipeDevice' && row.ownership !== 'company') return { refused: 18042, why: 'private' };
  return { refused: 0, why: '' };
}
