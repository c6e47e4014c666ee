import { App, Button } from 'antd';
import type { ReactElement } from 'react';
import { listRecycled, restoreRecycled } from '#kit/common/change/recycle-bin.contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { departmentReadings } from './move-department.ts';
import '../people.css';

/** Most that are listed: somebody who deleted more looks into the history. */
const most = 100;

/** Departments that were deleted in the last thirty days; without any there is nothing here. */
export function DeletedDepartments(): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { message } = App.useApp();
  const { data } = useRead(listRecycled, { kind: ['department'], pageSize: most });
  const { save, saving } = useSave(restoreRecycled, {
    message: null,
    invalidates: [listRecycled, ...departmentReadings],
    onSaved: ({ conflicts: [conflict] }) =>
      void (conflict
        ? message.warning([conflict.objectName, ...(conflict.conflict?.messages ?? [])].join(': '))
        : message.success(t('department.restored'))),
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section className="whk-panel uc-deleted" aria-labelledby="deleted-departments">
      <h2 id="deleted-departments">{t('people.deletedDepartments')}</h2>
      <ul>
        {data.list.map(({ operationId, name, at, by, mayRestore }) => (
          <li key={operationId}>
            <strong>{name}</strong>
            <span>{t('people.deletedBy', { time: timeText(at, language), person: by })}</span>
            {mayRestore && (
              <Button
                loading={saving}
                aria-label={t('people.restoreOne', { name })}
                onClick={() => void save({ operationIds: [operationId] })}
              >
                {t('people.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
