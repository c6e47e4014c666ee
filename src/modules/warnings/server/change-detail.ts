import type { Call } from '#kit/server/handle.ts';
import { namesSeen } from '#kit/server/names-seen.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { WarningChangeTable } from '#kit/server/warning/warning.table.ts';

type Change = Pick<WarningChangeTable, 'what'> & { readonly detail: Readonly<Record<string, unknown>> };

/** What is told beside changes: to whom it was given, a comment, or the severity. */
export async function detailsOf({ db, services, caller }: Call, changes: readonly Change[]): Promise<(string | null)[]> {
  const [range, { language }] = [caller.scope(), caller];
  const assigned = changes.map(({ detail }) => ({ uid: textIn(detail, 'employeeId') || null, name: textIn(detail, 'name') }));
  const names = await namesSeen(db, { directory: services.directory, range, language }, assigned);
  return changes.map(({ what, detail }, at) => {
    const text = textIn(detail, 'text');
    if (what === 'assigned' && assigned[at]!.uid !== null) return [names[at]!, text].filter(Boolean).join(': ');
    // Written down before it was kept whose name it is: the name stands in the text.
    if (what === 'assigned' && text !== '' && !('employeeId' in detail)) return range.all ? text : outsideWord(language);
    if (text !== '') return text;
    const severity = textIn(detail, 'severity');
    return severity === '' ? null : services.texts.text(language, 'warnings', `warning.severity.${severity}`);
  });
}

function textIn(detail: Readonly<Record<string, unknown>>, name: string): string {
  const value = detail[name];
  return typeof value === 'string' ? value : '';
}
