import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { keyStates, type KeyView } from '../../common/encryption.contract.ts';
import { keySubject } from '../subjects.ts';

/** The life of a key on a line, and what was done with it. */
export function KeyDrawer({ view, onClose }: { view: KeyView; onClose: () => void }): ReactElement {
  const t = useT('terminal-settings');
  const kit = useT('kit');
  const [language] = useLanguage();
  const narrow = useNarrow();
  const moments = {
    pending: view.createdAt,
    active: view.activeAt,
    retiring: view.retiringAt,
    retired: view.retiredAt,
    destroyed: view.destroyedAt,
  } as const;
  return (
    <SubjectContext value={keySubject}>
      <Drawer
        open
        size={narrow ? '100%' : 640}
        title={`${t(`encryptionKey.purpose.${view.purpose}`)} · ${view.keyId}`}
        closable={{ 'aria-label': kit('form.close') }}
        onClose={onClose}
      >
        <h3>{t('key.life')}</h3>
        <ol className="ts-life">
          {keyStates.map((state) => (
            <li key={state} data-done={moments[state] !== null} aria-current={state === view.state ? 'step' : undefined}>
              <strong>{t(`encryptionKey.state.${state}`)}</strong>
              <span>{moments[state] === null ? '—' : timeText(moments[state], language)}</span>
              <small>{t(`key.means.${state}`)}</small>
            </li>
          ))}
        </ol>
        <h3>{kit('history.title')}</h3>
        <HistoryTab subject={keySubject} kind="encryptionKey" objectId={view.id} />
      </Drawer>
    </SubjectContext>
  );
}
