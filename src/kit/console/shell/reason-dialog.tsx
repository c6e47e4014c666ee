import { App } from 'antd';
import { useCallback, useRef } from 'react';
import { useT } from '../i18n/use-t.ts';
import { later } from './later.tsx';

const ReasonQuestion = later('reason-question', async () => (await import('./reason-question.tsx')).ReasonQuestion);

/** Asks why a change is needed that others must agree to. Several calls at once share one dialog. Answers undefined when it was given up. */
export function useAskReason(): (needed: number) => Promise<string | undefined> {
  const t = useT('kit');
  const { modal } = App.useApp();
  const asking = useRef<Promise<string | undefined>>(undefined);
  return useCallback(
    (needed) => {
      const ask = (): Promise<string | undefined> =>
        new Promise((resolve) => {
          const end = (reason: string | undefined): void => {
            dialog.destroy();
            resolve(reason);
          };
          const dialog = modal.confirm({
            title: t('held.why'),
            content: <ReasonQuestion needed={needed} onEnd={end} />,
            footer: null,
            icon: null,
            width: 520,
            closable: true,
            mask: { closable: false },
            onCancel: () => resolve(undefined),
          });
        });
      asking.current ??= ask().finally(() => (asking.current = undefined));
      return asking.current;
    },
    [modal, t],
  );
}
