import { App, Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { deviceErasePage, eraseDetailPage, safetyErasePage } from '../../common/permissions.ts';

/** Seconds for which the way to the order stays in view. */
const sightSeconds = 30;

/** The list of erasures that the reader may open, first of all one where they may stop them. */
function useEraseList(): { page: typeof deviceErasePage | typeof safetyErasePage; reads: boolean; stops: boolean } {
  const can = useCan();
  const lists = [safetyErasePage, deviceErasePage];
  const stopping = lists.find(({ code, button }) => can(code) && can(button.cancel));
  const reading = lists.find(({ code }) => can(code));
  return { page: stopping ?? reading ?? safetyErasePage, reads: reading !== undefined, stops: stopping !== undefined };
}

/** Notice that an erasure was ordered and where it can be stopped, with the way there for who may go it. */
export function useOrdered(): (order: { readonly id: string; readonly waits?: boolean }) => void {
  const t = useT('devices');
  const go = useNavigate();
  const can = useCan();
  const { page, reads, stops } = useEraseList();
  const name = useCodeName(page.code);
  const { message } = App.useApp();
  return ({ id, waits = false }) => {
    const key = `erase ${id}`;
    const words = stops ? t(waits ? 'erase.orderedApproval' : 'erase.ordered', { page: name }) : t('erase.orderedOnly');
    const route = can(eraseDetailPage.code) ? `${eraseDetailPage.route}?id=${id}` : `${page.route}?state=open`;
    const open = (): void => {
      message.destroy(key);
      void go(route);
    };
    const content: ReactElement = (
      <>
        <span>{words}</span>
        {reads && (
          <Button type="link" size="small" onClick={open}>
            {t('erase.see')}
          </Button>
        )}
      </>
    );
    void message.success({ key, duration: sightSeconds, content });
  };
}
