import { App } from 'antd';
import { useCallback } from 'react';
import { useT } from '../i18n/use-t.ts';

/** The question before unsaved changes are given up; answers how it is taken back. */
export function useAskLeave(): (answers: { leave: () => void; stay?: () => void }) => () => void {
  const t = useT('kit');
  const { modal } = App.useApp();
  return useCallback(
    ({ leave, stay }) => {
      const asked = modal.confirm({
        title: t('form.leaveTitle'),
        content: t('form.leaveText'),
        okText: t('form.leave'),
        cancelText: t('form.stay'),
        okButtonProps: { danger: true },
        onOk: leave,
        onCancel: () => stay?.(),
      });
      return () => asked.destroy();
    },
    [modal, t],
  );
}
