import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { callInterface } from '#modules/gateway/server/public.ts';
import type * as contract from '../../../common/item/client.contract.ts';
import type { FormOption } from '../../../common/form/version.ts';
import { formOf } from '../form.ts';
import { lockOwnPart } from './own-part.ts';

const mostOptions = 200;
const timeoutMs = 10_000;

const wordOf = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

/** A list of choices as interfaces answer it: texts, or objects with value and label. */
function optionsIn(data: unknown): FormOption[] {
  const list: unknown = Array.isArray(data) ? data : Reflect.get(Object(data), 'list');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown): FormOption[] => {
    const value = wordOf(one) ?? wordOf(Reflect.get(Object(one), 'value'));
    const label = wordOf(Reflect.get(Object(one), 'label')) ?? value;
    return value === undefined || label === undefined || value === ''
      ? []
      : [{ value: value.slice(0, 100), label: { zh_CN: label.slice(0, 60) } }];
  });
}

/** Choices of a field of an item: its own, or those of its interface, asked as the person. */
export async function listOptions(
  call: ClientCall,
  { itemId, field: code, text, input }: ClientInput<typeof contract.clientTodoOptions>,
): Promise<ClientReply<typeof contract.clientTodoOptions>> {
  const { db, caller, services } = call;
  const { item } = await db.transaction().execute((tx) => lockOwnPart(tx, caller.uid, itemId));
  const { content } = await formOf(services, db, item.versionId);
  const [name, column] = code.split('.', 2);
  const outer = content.fields.find((one) => one.code === name);
  const field = column === undefined ? outer : outer?.columns?.find((one) => one.code === column);
  if (!field) throw new InvalidInput([{ path: 'field', namespace: 'todo-forms', key: 'check.noField' }]);
  const all = field.optionsFrom === undefined ? (field.options ?? []) : await asked(call, field.optionsFrom, { text, ...input });
  const wanted = text.trim().toLowerCase();
  const fitting = all.filter(({ label }) => wanted === '' || Object.values(label).some((word) => word.toLowerCase().includes(wanted)));
  return { options: fitting.slice(0, mostOptions), more: fitting.length > mostOptions };
}

async function asked({ db, caller, services }: ClientCall, path: string, params: Record<string, unknown>): Promise<FormOption[]> {
  const keys = await services.directory.keysOf(db, caller.uid);
  const employee = { uid: caller.uid, account: keys?.account ?? caller.account, name: caller.name };
  const answer = await callInterface(services, { module: 'todo-forms', employee }, path, { params, timeoutMs });
  if (answer.class !== 'ok') throw new Refusal(17065, { message: answer.class });
  return optionsIn(answer.data);
}
