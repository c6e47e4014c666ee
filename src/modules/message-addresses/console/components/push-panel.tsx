import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { pushProvider, pushQueue } from '../../common/service.contract.ts';

const F = entityFields(pushProvider);

/** Who wakes terminals off line, and what waits for them. */
export function PushPanel(): ReactElement {
  const t = useT('message-addresses');
  const [language] = useLanguage();
  const { data } = useRead(pushQueue, {});
  return (
    <>
      {data && (
        <Alert
          className="ma-bar"
          type={data.failing > 0 ? 'warning' : 'info'}
          showIcon
          title={
            <span role="status">
              {data.oldestAt === null
                ? t('push.none')
                : t('push.waiting', { waiting: data.waiting, failing: data.failing, since: timeText(data.oldestAt, language) })}
            </span>
          }
        />
      )}
      <CrudPanel
        entity={pushProvider}
        columns={[
          'name',
          { name: 'code', as: 'code' },
          { name: 'url', sortable: false, wrap: true, width: 240 },
          { name: 'sent', as: 'number', sortable: false },
          { name: 'refused', as: 'number', sortable: false },
          { name: 'failed', as: 'number', sortable: false },
          { name: 'lastAt', as: 'time', sortable: false },
          { name: 'lastAnswer', sortable: false, optional: true },
          'enabled',
        ]}
        form={
          <>
            <F.name />
            <F.code help={t('push.codeHelp')} />
            <F.url wide help={t('push.urlHelp')} />
            <F.secret help={t('push.secretHelp')} />
          </>
        }
      />
    </>
  );
}
