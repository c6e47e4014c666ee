import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { menuDiff, menuHistory, menuRestore } from '../../common/menu/menu.contract.ts';

interface HistoryDrawerProps {
  readonly snoId: string;
  readonly version: number;
  readonly readings: readonly Endpoint[];
  readonly onClose: () => void;
}

/** The menus that were published, the newest first; each is compared with the draft, and taken as the draft. */
export function HistoryDrawer({ snoId, version, readings, onClose }: HistoryDrawerProps): ReactElement {
  const t = useT('public-replies');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const { data } = useRead(menuHistory, { snoId });
  const [compared, setCompared] = useState<number>();
  return (
    <Drawer open title={t('snoMenu.history')} size={narrow ? '100%' : 520} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      {data?.list.length === 0 && <EmptyState title={t('snoMenu.historyEmpty')} />}
      <ul className="rep-history">
        {data?.list.map(({ n, at, byName, entries, current }) => (
          <li key={n}>
            <strong>{t('snoMenu.number', { n })}</strong>
            {current && <Tag color="green">{t('snoMenu.current')}</Tag>}
            <small>
              {timeText(at, language)} · {byName} · {t('snoMenu.entries', { n: entries })}
            </small>
            <span>
              <Button
                size="small"
                aria-expanded={compared === n}
                aria-label={`${t('snoMenu.compare')}: ${t('snoMenu.number', { n })}`}
                onClick={() => setCompared(compared === n ? undefined : n)}
              >
                {t('snoMenu.compare')}
              </Button>
              <ActionButton
                endpoint={menuRestore}
                size="small"
                confirm="ask"
                names={[t('snoMenu.number', { n })]}
                input={{ snoId, version, n }}
                invalidates={readings}
                onDone={onClose}
              />
            </span>
            {compared === n && <Difference snoId={snoId} from={n} />}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

const colours = { added: 'green', removed: 'red', changed: 'blue', moved: 'default' } as const;

/** How a published menu and the draft differ. */
function Difference({ snoId, from }: { snoId: string; from: number }): ReactElement {
  const t = useT('public-replies');
  const { data } = useRead(menuDiff, { snoId, from });
  if (data?.list.length === 0) return <p>{t('snoMenu.same')}</p>;
  return (
    <ul className="rep-diff" aria-busy={data === undefined}>
      {data?.list.map(({ key, change, name, fields, before, after }) => (
        <li key={key}>
          <Tag color={colours[change]}>{t(`snoMenu.change.${change}`)}</Tag>
          {fields.includes('name') ? `${before} → ${after}` : name}
          {fields.length > 0 && <small> {fields.map((field) => t(`snoMenu.diff.${field}`)).join(', ')}</small>}
        </li>
      ))}
    </ul>
  );
}
