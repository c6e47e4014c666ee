import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { codeIn, extraName, type ExtraTarget, type ExtraValue, type ExtraValues } from '../../common/extra/extra-fields.ts';
import { knownExtras, readExtras, reasonText, usedExtras, type ExtraField } from './extra.known.ts';

/** What somebody entered for extra fields, as fields of the object: texts trimmed, empty ones null. Refuses what only a source may write (12040). */
export async function enteredExtras(
  tx: Db,
  caller: Caller,
  { target, values, isNew = false }: { target: ExtraTarget; values: ExtraValues | undefined; isNew?: boolean },
): Promise<Fields> {
  if (values === undefined && !isNew) return {};
  const fields = (await readExtras(tx)).filter((field) => field.target === target);
  const entered: Fields = {};
  if (isNew) Object.assign(entered, usualIn(fields));
  for (const [code, value] of Object.entries(values ?? {})) {
    const field = fields.find((one) => one.code === code);
    if (field?.editableBy === 'source' && value !== null) throw refused(caller, code, 'extra.sourceOnly');
    entered[extraName(code)] = cleaned(value) as Json;
  }
  return entered;
}

/** What somebody entered in their own record: of fields that the person may enter, nothing else (12040). */
export async function enteredByOneself(tx: Db, caller: Caller, values: ExtraValues | undefined): Promise<Fields> {
  const entered = await enteredExtras(tx, caller, { target: 'employee', values });
  for (const { code, editableBy } of knownExtras('employee'))
    if (extraName(code) in entered && editableBy !== 'employee') throw refused(caller, code, 'extra.notOwn');
  return entered;
}

const usualIn = (fields: readonly ExtraField[]): Fields =>
  Object.fromEntries(
    fields.flatMap(({ code, enabled, default: usual }) => (enabled && usual !== null ? [[extraName(code), usual as Json]] : [])),
  );

/** What new objects begin with, by the fields that were read last. */
export const usualExtras = (target: ExtraTarget): Fields => usualIn(usedExtras(target));

function cleaned(value: ExtraValue): ExtraValue {
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text === '' ? null : text;
}

const refused = ({ language }: Caller, code: string, key: string): Refusal =>
  new Refusal(12040, { code, reason: reasonText(language, 'user-centre', `issue.${key}`) }, { field: extraName(code) });

/** A single mistake in an extra value, by its own code and with its field; everything else as it is. */
export function wordedExtra(error: unknown, { language }: Pick<Caller, 'language'>): unknown {
  const [issue, ...others] = error instanceof InvalidInput ? error.issues : [];
  const code = issue && codeIn(issue.path);
  // Whose a field is has a code of its own.
  if (!issue || code === undefined || others.length > 0 || issue.key === 'issue.owned') return error;
  return new Refusal(12040, { code, reason: reasonText(language, issue.namespace, issue.key, issue.params) }, { field: issue.path });
}
