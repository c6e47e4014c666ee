import { Drawer, Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { pageConfig, pageReleases, pageRollback, tagList } from '../../common/page.contract.ts';
import './pages.css';

/** The saves of a page, the newest first; a release can be put back. */
export function ReleasesDrawer({ config, onClose }: { config: { id: string; name: string }; onClose: () => void }): ReactElement {
  const t = useT('app-pages');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const { data } = useRead(pageReleases, { id: config.id });
  return (
    <Drawer
      open
      title={`${t('pageConfig.history')}: ${config.name}`}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      {data?.list.length === 0 && <EmptyState title={t('release.none')} />}
      <ul className="pages-releases">
        {data?.list.map((one) => (
          <li key={one.no}>
            <strong>{t('release.no', { no: one.no })}</strong>
            <Tag color={one.status === 1 ? 'blue' : 'default'}>{t(`release.type.${one.releaseType}`)}</Tag>
            {one.releaseType === 1 && <span>{t(`pageConfig.status.${one.status}`)}</span>}
            <small>
              {timeText(one.releaseAt, language)} · {one.by} {one.note}
            </small>
            {one.releaseType !== 0 && one.status !== 1 && (
              <ActionButton
                endpoint={pageRollback}
                size="small"
                names={[t('release.no', { no: one.no })]}
                input={{ id: config.id, no: one.no }}
                invalidates={[pageReleases, pageConfig.list, tagList]}
                confirm="ask"
              >
                {t('pageConfig.putBack')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
