import type { JobContext } from '#kit/server/services.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import { exportedParts } from '../export.rows.ts';
import { kindName } from '../operation/operation.view.ts';

/** The time is told by itself, and the zone is that of hours in another filter. */
const untold = new Set(['from', 'to', 'zone']);

/** What a log is narrowed by, in the reader's words. */
export async function filterWords(
  { services, caller }: Pick<JobContext, 'services' | 'caller'>,
  log: ExportedLog,
  filters: Readonly<Record<string, unknown>>,
): Promise<string> {
  const [range, { language }] = [caller.scope(), caller];
  const { subject } = exportedParts[log];
  const text = (key: string): string | undefined => {
    const found = services.texts.text(language, 'logs', key);
    return found === key ? undefined : found;
  };
  const label = (name: string): string => text(`${subject}.filter.${name}`) ?? text(`${subject}.field.${name}`) ?? name;
  const valueOf = async (name: string, value: string): Promise<string> => {
    const { db } = services.database;
    if (name === 'word') return services.words.sentence(value, language);
    if (name === 'module') return services.words.moduleName(value, language);
    if (name === 'objectKind') return kindName({ services, caller }, value);
    if (name === 'uid') return (await services.directory.people(db, [value], language, range)).get(value)?.name ?? value;
    if (name === 'departmentId') return (await services.directory.departments(db, [value], language, range)).get(value)?.fullName ?? value;
    return text(`${subject}.${name}.${value}`) ?? value;
  };
  const parts: string[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (untold.has(name) || value === undefined || value === null) continue;
    const values: string[] = [];
    for (const one of [value].flat()) values.push(await valueOf(name, String(one)));
    parts.push(services.texts.text(language, 'logs', 'summary.filter', { label: label(name), values: values.join(', ') }));
  }
  return parts.length === 0 ? services.texts.text(language, 'logs', 'saved.everything') : parts.join('; ');
}
