import { Descriptions, Drawer } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { systemUsage, type TodoSystemRow } from '../../common/template/system.contract.ts';

const figures = ['open', 'overdue', 'pushed24', 'done30', 'waiting', 'failed'] as const;

/** What a system has: figures, the system whose keys sign, and its templates. */
export function UsageDrawer({ system, onClose }: { system: TodoSystemRow; onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  const [language] = useLanguage();
  const narrow = useNarrow();
  const { data } = useRead(systemUsage, { id: system.id });
  return (
    <Drawer
      open
      title={t('system.usageOf', { name: pick(system.name, language) })}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      {!data && <WaitingForm />}
      {data && (
        <>
          <Descriptions
            column={narrow ? 1 : 2}
            items={[
              { key: 'keys', label: t('todoSystem.field.accessSystemId'), children: data.accessSystem?.name ?? '—' },
              ...figures.map((name) => ({ key: name, label: t(`usage.${name}`), children: data[name] })),
            ]}
          />
          <table className="whk-stacked">
            <thead>
              <tr>
                <th scope="col">{t('todoTemplate')}</th>
                <th scope="col">{t('todoTemplate.field.published')}</th>
                <th scope="col">{t('todoTemplate.field.open')}</th>
                <th scope="col">{t('todoTemplate.field.pushed30')}</th>
              </tr>
            </thead>
            <tbody>
              {data.templates.map((one) => (
                <tr key={one.id}>
                  <td data-label={t('todoTemplate')}>{one.name}</td>
                  <td data-label={t('todoTemplate.field.published')}>{one.published}</td>
                  <td data-label={t('todoTemplate.field.open')}>{one.open}</td>
                  <td data-label={t('todoTemplate.field.pushed30')}>{one.pushed30}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Drawer>
  );
}
