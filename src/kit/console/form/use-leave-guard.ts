import { App } from 'antd';
import { useCallback, useEffect } from 'react';
import { useT } from '../i18n/use-t.ts';

/** Asks before unsaved changes are given up; also when the browser's tab is closed. `leave` runs what was meant when it may. */
export function useLeaveGuard(dirty: boolean): (leave: () => void) => void {
  const t = useT('kit');
  const { modal } = App.useApp();
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return useCallback(
    (leave) => {
      if (!dirty) return leave();
      modal.confirm({
        title: t('form.leaveTitle'),
        content: t('form.leaveText'),
        okText: t('form.leave'),
        cancelText: t('form.stay'),
        okButtonProps: { danger: true },
        onOk: leave,
      });
    },
    [dirty, modal, t],
  );
}
