import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { serverConfirm, serverList } from '../../common/server.contract.ts';
import { readings } from '../readings.ts';
import './servers.css';

const onlyGuard = { pageSize: 1 } as const;

/** The change that waits for its confirmation, on top of everything that could be changed meanwhile. */
export function Guard(): ReactElement | null {
  const t = useT('servers');
  const [language] = useLanguage();
  const { data } = useRead(serverList, onlyGuard, { every: 5_000 });
  const guard = data?.guard;
  if (!guard) return null;
  const { guardId, confirmable, name, confirmBefore } = guard;
  const common = { endpoint: serverConfirm, names: [name], invalidates: readings, confirm: 'none' as const };
  return (
    <Alert
      className="ws-guard"
      type="warning"
      showIcon
      title={t('guard.title', { name, time: timeText(confirmBefore, language) })}
      description={confirmable ? t('guard.confirmHint') : t('guard.elsewhereHint')}
      action={
        <span className="ws-guard-actions">
          {confirmable && (
            <ActionButton type="primary" danger={false} {...common} input={{ guardId }}>
              {t('guard.confirm')}
            </ActionButton>
          )}
          <ActionButton {...common} danger={false} input={{ guardId, undo: true }}>
            {t('guard.undo')}
          </ActionButton>
        </span>
      }
    />
  );
}
