import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { DraftDesk } from './use-draft.ts';

/** Whether what is written is saved, and the way to save it now. */
export function SaveLine({ draft: { state, savedAt, save } }: { draft: DraftDesk }): ReactElement {
  const t = useT('public-content');
  const said =
    state === 'saving'
      ? t('editor.saving')
      : state === 'failed'
        ? t('editor.offline')
        : state === 'unsaved'
          ? t('editor.unsaved')
          : savedAt === null
            ? ''
            : t('editor.saved', { time: new Date(savedAt).toLocaleTimeString() });
  return (
    <>
      <small role="status">{said}</small>
      {state !== 'saved' && (
        <Button size="small" loading={state === 'saving'} onClick={() => void save()}>
          {t('editor.save')}
        </Button>
      )}
    </>
  );
}
