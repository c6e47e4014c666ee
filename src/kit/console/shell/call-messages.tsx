import { App, Button } from 'antd';
import { useEffect } from 'react';
import { code } from '#kit/common/codes.ts';
import { copyText } from '../action/copy-text.ts';
import { fieldOf } from '../call/call-error.ts';
import { connectCall, type CallHooks } from '../call/call-hooks.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import { approvalsPage, nameOfCode } from '../routes/page-table.ts';
import { store } from '../store/store.ts';
import { useAskReason } from './reason-dialog.tsx';
import { useStepUp } from './step-up-dialog.tsx';

/** Connects calls to the frame: messages, what waits for approval, the request for access, the questions for the password and for a reason, names of functions. */
export function useCallMessages(go?: (address: string) => void): void {
  const t = useT('kit');
  const { message, notification } = App.useApp();
  const confirmPassword = useStepUp();
  const askReason = useAskReason();
  useEffect(() => {
    const copyRequest = async (text: string): Promise<void> => {
      void ((await copyText(text)) ? message.success(t('call.requestCopied')) : message.error(t('copy.failed')));
    };
    const tellHeld: CallHooks['show'] = (words, error) => {
      const id = String(fieldOf(error.data, 'requestId') ?? '');
      const page = approvalsPage();
      const open = (): void => {
        notification.destroy(id);
        go?.(`${page}?${new URLSearchParams({ tab: 'mine', id })}`);
      };
      notification.info({
        key: id,
        title: t('held.title'),
        description: page === undefined ? words : t('held.text'),
        duration: 0,
        ...(page !== undefined && {
          actions: (
            <Button size="small" type="primary" onClick={open}>
              {t('held.open')}
            </Button>
          ),
        }),
      });
    };
    const show: CallHooks['show'] = (words, error, operation) => {
      if (error.code === code.approval) return tellHeld(words, error, operation);
      if (error.code !== code.outOfRange && error.code !== code.notGranted) return void message.error(words);
      const person = store.get('userInfo')?.empInfoDto;
      const request = t('call.requestText', {
        name: person?.name ?? '',
        account: person?.account ?? '',
        page: window.location.pathname,
        operation: `${operation.method} ${operation.path}`,
        time: new Date().toISOString(),
        reason: `${error.code} ${words}`,
      });
      notification.warning({
        key: `access ${operation.path}`,
        title: words,
        actions: (
          <Button size="small" onClick={() => void copyRequest(request)}>
            {t('call.requestAccess')}
          </Button>
        ),
      });
    };
    connectCall({ show, confirmPassword, askReason, nameOf: (one) => nameOfCode(one, currentLanguage()) });
  }, [t, message, notification, confirmPassword, askReason, go]);
}
