import { App } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useT } from '../i18n/use-t.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/**
 * Asks before a page with unsaved changes is left for another one; `discard` gives them up first, so that nothing half-done
 * waits behind. `names` are parts of the address that choose another object on the same page.
 */
export function usePageGuard(dirty: boolean, discard: () => void, names: readonly string[] = nothing): void {
  const t = useT('kit');
  const { modal } = App.useApp();
  // Closing the browser's tab asks by itself.
  useLeaveGuard(dirty);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && (from.pathname !== to.pathname || names.some((name) => valueIn(from.search, name) !== valueIn(to.search, name))),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const asked = modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leaveText'),
      okText: t('form.leave'),
      cancelText: t('form.stay'),
      okButtonProps: { danger: true },
      onOk: () => {
        discard();
        blocker.proceed();
      },
      onCancel: () => blocker.reset(),
    });
    return () => asked.destroy();
    // One question for each attempt; `discard` is of the drawing that asked.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [blocker.state]);
}

const nothing: readonly string[] = [];
const valueIn = (search: string, name: string): string | null => new URLSearchParams(search).get(name);
