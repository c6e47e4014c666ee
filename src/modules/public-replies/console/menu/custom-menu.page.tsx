import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import * as contract from '../../common/menu/menu.contract.ts';
import type { MenuEntry, MenuView } from '../../common/menu/menu.contract.ts';
import { menuSubject } from '../subjects.ts';
import { EntryForm } from './entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import { entryAt, type Spot } from './menu-draft.ts';
import './menu.css';
import { MenuPhone } from './menu-phone.tsx';

const HistoryDrawer = later('sno-menu-history', async () => (await import('./history-drawer.tsx')).HistoryDrawer);
const readings = [contract.menuGet, contract.menuHistory, contract.menuDiff, contract.menuStat];

/** The menu of the account on screen: the editor beside a phone, what is published, and what was before. */
export default function CustomMenuPage(): ReactElement {
  const { id: snoId = '' } = useParams();
  const { data, error, refetch } = useRead(contract.menuGet, { snoId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <div aria-busy className="rep-menu" />;
  // Another version begins another draft: what was typed on the old one was saved, or could not be.
  return (
    <SubjectContext value={menuSubject}>
      <Editor key={`${snoId}.${data.version}`} menu={data} />
    </SubjectContext>
  );
}

function Editor({ menu }: { menu: MenuView }): ReactElement {
  const t = useT('public-replies');
  const may = useMay();
  const { snoId, version } = menu;
  const [draft, setDraft] = useState<MenuEntry[]>(menu.draft);
  const [spot, setSpot] = useState<Spot>({ top: 0 });
  const [history, setHistory] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(menu.draft);
  useLeaveGuard(isDirty, () => setDraft(menu.draft));
  const chosen = entryAt(draft, spot);
  const mayEdit = may(contract.menuSave);
  return (
    <>
      <Head menu={menu} draft={draft} isDirty={isDirty} onHistory={() => setHistory(true)} />
      <div className="rep-menu">
        <section className="rep-menu-list" aria-label={t('snoMenu.editor')}>
          <EntryList snoId={snoId} draft={draft} spot={spot} disabled={!mayEdit} onChoose={setSpot} onChange={setDraft} />
        </section>
        <section className="rep-menu-form" aria-label={t('snoMenu.kind')}>
          {chosen && (
            <EntryForm
              key={chosen.key}
              {...{ snoId, draft, spot, disabled: !mayEdit }}
              entry={chosen}
              onChange={setDraft}
              onRemoved={() => setSpot({ top: 0 })}
            />
          )}
        </section>
        <MenuPhone draft={draft} spot={spot} onChoose={setSpot} />
      </div>
      {history && <HistoryDrawer snoId={snoId} version={version} readings={readings} onClose={() => setHistory(false)} />}
    </>
  );
}

interface HeadProps {
  readonly menu: MenuView;
  readonly draft: readonly MenuEntry[];
  readonly isDirty: boolean;
  readonly onHistory: () => void;
}

/** How the menu stands, and what is done with it as a whole. */
function Head({ menu, draft, isDirty, onHistory }: HeadProps): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const { snoId, version, published } = menu;
  const { granted: maySave, name: saveName } = useActionName(contract.menuSave);
  const { save, saving, conflict, issues } = useSave(contract.menuSave, { invalidates: readings });
  return (
    <div className="rep-menu-head">
      <p>
        {published === null
          ? t('snoMenu.notLive')
          : t('snoMenu.live', { n: published.n, time: timeText(published.at, language), name: published.byName })}{' '}
        {isDirty ? <Tag color="gold">{t('snoMenu.unsaved')}</Tag> : menu.changed && <Tag color="blue">{t('snoMenu.changed')}</Tag>}
      </p>
      {conflict !== undefined && <p role="alert">{t('snoMenu.stale')}</p>}
      {issues.length > 0 && <p role="alert">{issues.map(({ message }) => message).join(' ')}</p>}
      <div className="rep-menu-actions">
        {maySave && (
          <Button type="primary" disabled={!isDirty} loading={saving} onClick={() => void save({ snoId, version, draft: [...draft] })}>
            {saveName}
          </Button>
        )}
        <ActionButton
          endpoint={contract.menuPublish}
          confirm="ask"
          disabled={isDirty || version === 0 || !menu.changed}
          input={{ snoId, version }}
          invalidates={readings}
        />
        {published !== null && <ActionButton endpoint={contract.menuWithdraw} input={{ snoId, version }} invalidates={readings} />}
        <Button onClick={onHistory}>{t('snoMenu.history')}</Button>
        <ExportButton endpoint={contract.menuExport} input={(format) => ({ snoId, format })} />
      </div>
    </div>
  );
}
