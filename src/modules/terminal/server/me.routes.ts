import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { ownContactFields } from '#modules/contacts/server/public.ts';
import { ownFieldKeys } from '#modules/people/common/own-fields.ts';
import {
  drawPicture,
  picturesOf,
  readOwnRecord,
  setOwnPicture,
  sourceOwning,
  updateOwnFields,
  type OwnRecord,
} from '#modules/people/server/public.ts';
import * as contract from '../common/me.contract.ts';
import { changePassword } from './auth.routes.ts';

/** Oneself at a terminal. */
export const meRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.meGet, showMe),
  handleClient(contract.meUpdate, updateMe),
  handleClient(contract.meAvatar, async (call, { picture }) => {
    const drawn = picture === null ? null : await drawPicture(Buffer.from(picture, 'base64'), 'picture');
    const { caller, services } = call;
    const owner = await sourceOwning(call.db, caller.uid, 'avatar');
    if (owner !== undefined) {
      const field = services.texts.text(caller.language, 'user-centre', 'employee.field.avatar');
      throw new Refusal(20013, { field, name: owner }, { field: 'avatar' });
    }
    return call.write(async (tx) => {
      await setOwnPicture(tx, caller.uid, drawn, caller);
      return { avatar: (await picturesOf(tx, [caller.uid])).get(caller.uid) ?? null };
    });
  }),
  handleClient(contract.mePassword, changePassword),
];

/** What a field of the directory is called in the record of a person; those that are made of several are not among them. */
const recordNames: Readonly<Record<string, string>> = { localTime: 'timeZone' };

interface OwnField {
  key: string;
  label: string;
  onCard: boolean;
  editable: boolean;
}

/** The fields of a record as the administrators set them up. */
async function fieldsOf({ services, caller }: ClientCall, { values, owners }: OwnRecord): Promise<OwnField[]> {
  const fields = await ownContactFields(services, caller.language);
  return fields.flatMap(({ key, label, onCard, editableBySelf }) => {
    const name = recordNames[key] ?? key;
    if (!(name in values)) return [];
    const isOwn = ownFieldKeys.some((one) => one === name);
    return [{ key: name, label, onCard, editable: editableBySelf && isOwn && !(name in owners) }];
  });
}

async function recordOf({ db, caller }: ClientCall): Promise<OwnRecord> {
  const record = await readOwnRecord(db, caller.uid);
  if (!record) throw notFound();
  return record;
}

async function showMe(call: ClientCall): Promise<ClientReply<typeof contract.meGet>> {
  const { db, caller, services } = call;
  const record = await recordOf(call);
  const fields = (await fieldsOf(call, record)).filter(({ onCard, editable }) => onCard || editable);
  const rows = await db
    .selectFrom('employee_department')
    .select(['department_id'])
    .where('employee_id', '=', caller.uid)
    .orderBy('is_primary', 'desc')
    .orderBy('department_id')
    .execute();
  const ids = rows.map(({ department_id }) => department_id);
  const names = await services.directory.departments(db, ids, caller.language);
  return {
    uid: caller.uid,
    account: caller.account,
    name: caller.name,
    version: record.version,
    departments: ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)!.name }] : [])),
    fields: fields.map(({ key, label, editable }) => ({
      key,
      label,
      value: textOf(record.values[key]),
      editable,
      owner: key in record.owners ? 'source' : record.own.includes(key) ? 'employee' : 'administrator',
      sourceName: record.owners[key]?.sourceName ?? null,
    })),
    avatar: (await picturesOf(db, [caller.uid])).get(caller.uid) ?? null,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

async function updateMe(
  call: ClientCall,
  { version, fields }: ClientInput<typeof contract.meUpdate>,
): Promise<ClientReply<typeof contract.meUpdate>> {
  const record = await recordOf(call);
  const known = await fieldsOf(call, record);
  const requested = Object.keys(fields);
  if (requested.length === 0) throw new InvalidInput([{ path: 'fields', namespace: 'kit', key: 'issue.missing' }]);
  for (const name of requested) {
    const field = known.find(({ key }) => key === name);
    const label = field?.label ?? name;
    const owner = record.owners[name];
    if (owner) throw new Refusal(20013, { field: label, name: owner.sourceName }, { field: name });
    if (!field?.editable)
      throw new InvalidInput([{ path: `fields.${name}`, namespace: 'terminal', key: 'issue.notYours', params: { field: label } }]);
  }
  return call.write(async (tx) => {
    await updateOwnFields(tx, { id: call.caller.uid, version }, fields, call.caller);
    return { version: version + 1 };
  });
}
