import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { authSettingGet, authSettingList, guardConfirm, type GuardView } from '../../common/auth-setting.contract.ts';
import { getAuthenticate } from '../../common/authenticate.contract.ts';
import { wechatGet } from '../../common/wechat.contract.ts';
import './sign-in.css';

const onlyGuard = { pageSize: 1 } as const;

/** The change of the sign-in that waits for its confirmation, on top of everything that could be changed meanwhile. */
export function GuardBanner(): ReactElement | null {
  const { data } = useRead(authSettingList, onlyGuard, { every: 5_000 });
  return data?.guard ? <Waiting guard={data.guard} /> : null;
}

function Waiting({ guard }: { guard: GuardView }): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const { guardId, confirmable, confirmBefore, subject } = guard;
  const name = subject === 'authenticate' ? t('tab.policy') : subject === 'wechatConfig' ? t('tab.wechat') : guard.name;
  const invalidates = [authSettingList, authSettingGet, getAuthenticate, wechatGet];
  return (
    <Alert
      className="signin-guard"
      type="warning"
      showIcon
      title={t('guard.title', { name, time: timeText(confirmBefore, language) })}
      description={confirmable ? t('guard.confirmHint') : t('guard.elsewhereHint')}
      action={
        <span className="signin-guard-actions">
          {confirmable && (
            <ActionButton
              type="primary"
              endpoint={guardConfirm}
              input={{ guardId }}
              invalidates={invalidates}
              names={[name]}
              confirm="none"
            />
          )}
          <ActionButton endpoint={guardConfirm} input={{ guardId, undo: true }} invalidates={invalidates} names={[name]} confirm="none">
            {t('guard.undo')}
          </ActionButton>
        </span>
      }
    />
  );
}
