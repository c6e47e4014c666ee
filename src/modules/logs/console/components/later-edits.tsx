import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { LaterEdit } from '../../common/operation-log.contract.ts';
import { useTimeText } from './use-time-text.ts';

/** Who touched the same fields later. */
export function LaterEdits({ edits }: { edits: readonly LaterEdit[] }): ReactElement | null {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  if (edits.length === 0) return null;
  return (
    <section className="wl-part">
      <h3>{t('operation.later')}</h3>
      <ul className="wl-list">
        {edits.map((edit) => (
          <li key={`${edit.batchId} ${edit.objectName}`}>
            {t('operation.laterLine', {
              time: timeText(edit.at),
              person: edit.name,
              what: edit.what,
              fields: new Intl.ListFormat(language.replace('_', '-'), { type: 'unit' }).format(edit.fields),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
