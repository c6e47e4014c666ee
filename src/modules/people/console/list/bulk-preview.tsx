import { Alert } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import type { employeeBatchUpdatePreview } from '../../common/employee-bulk.contract.ts';
import { employee } from '../subjects.ts';
import { RoleTurns } from '../person/role-turns.tsx';
import '../people.css';

/** How many examples, and how many refusals, are read before a number stands for the rest. */
const shown = 5;

/** What a change of several people would do: how many, examples, and who can't be changed and why. */
export function BulkPreview({ preview }: { preview: Reply<typeof employeeBatchUpdatePreview> }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { count, changed, refused, refusedCount, roles, sample } = preview;
  const words = useWords(employee);
  const number = (value: number): string => numberText(value, language);
  const said = (field: string, value: string | null): string => {
    if (value === null) return nothing;
    return field === 'expiresAt' ? timeText(Number(value), language) : (words.own(`${field}.${value}`) ?? value);
  };
  return (
    <section className="uc-preview">
      <Alert
        type={refusedCount > 0 ? 'warning' : 'info'}
        showIcon
        role="status"
        title={
          t('people.bulkEffect', { changed: number(changed), count: number(count) }) +
          (refusedCount > 0 ? t('people.bulkRefusing', { count: number(refusedCount) }) : '')
        }
      />
      <RoleTurns roles={roles} />
      {sample.length > 0 && (
        <ul aria-label={t('people.bulkExamples')}>
          {sample.slice(0, shown).map(({ id, name, fields }) => (
            <li key={id}>
              <strong>{name}</strong>
              {fields.map(({ field, before, after }) => (
                <span key={field}>
                  <del>{said(field, before)}</del> <ins>{said(field, after)}</ins>
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <ul aria-label={t('people.bulkRefused')}>
          {refused.slice(0, shown).map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
