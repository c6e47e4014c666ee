import type { Db } from '#kit/server/directory.ts';
import '../devices.table.ts';

/** What equipment says it is, as terminals tell it and the register keeps it. */
export interface Identifiers {
  readonly serial?: string | null | undefined;
  readonly motherboardUuid?: string | null | undefined;
  readonly diskUuids?: readonly string[];
  readonly macs?: readonly string[];
  readonly domain?: string | undefined;
  readonly hostName?: string | undefined;
}

/** An identifier in the form in which it is compared: upper case, without what separates. */
export const normalised = (value: string): string => value.toUpperCase().replaceAll(/[\s:.\-_{}]/g, '');

const words =
  /^(TOBEFILLEDBYOEM|TOBEFILLEDBYO?E?M|DEFAULTSTRING|SYSTEMSERIALNUMBER|SERIALNUMBER|NONE|NULL|UNKNOWN|NA|N\/A|NOTAPPLICABLE|NOTSPECIFIED|OEM|INVALID)$/;

/** Whether a value says nothing: what makers leave in, and what is all of one sign. */
export const isPlaceholder = (value: string): boolean => {
  const plain = normalised(value);
  return plain.length < 4 || words.test(plain) || /^(.)\1*$/.test(plain) || plain === '0123456789' || plain === '123456789';
};

/** A network address that a system makes up again each time says nothing about the equipment (the bit of local ones). */
const isMadeUp = (mac: string): boolean => ['2', '6', 'A', 'E'].includes(mac.charAt(1));

/** Every identifier that says something, with its kind. */
export function identifierRows(from: Identifiers): { kind: string; value: string }[] {
  const all: [string, string | null | undefined][] = [
    ['serial', from.serial],
    ['motherboardUuid', from.motherboardUuid],
    ...(from.diskUuids ?? []).map((value): [string, string] => ['diskUuid', value]),
    ...(from.macs ?? []).map((value): [string, string] => ['mac', value]),
    ['domain', from.domain],
    ['hostName', from.hostName],
  ];
  const rows = all.flatMap(([kind, value]) => (value ? [{ kind, value: normalised(value) }] : []));
  const telling = rows.filter(({ kind, value }) => value !== '' && !isPlaceholder(value) && !(kind === 'mac' && isMadeUp(value)));
  return [...new Map(telling.map((row) => [`${row.kind}/${row.value}`, row])).values()].slice(0, 100);
}

/** Keeps what a device says it is. */
export async function keepIdentifiers(tx: Db, deviceId: string, from: Identifiers): Promise<void> {
  const rows = identifierRows(from).map((row) => ({ device_id: deviceId, ...row }));
  await tx.deleteFrom('device_identifier').where('device_id', '=', deviceId).execute();
  if (rows.length > 0) await tx.insertInto('device_identifier').values(rows).execute();
}
