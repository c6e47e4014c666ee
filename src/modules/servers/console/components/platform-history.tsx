import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import type { ValueText } from '#kit/console/change/field-diffs.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { platformContent, platformDraft } from '../../common/platform.contract.ts';
import { serverList } from '../../common/server.contract.ts';
import { platform as subject, serverConfig } from '../subjects.ts';
import { orderOf } from './platform-orders.ts';

const everyServer = { pageSize: 1000 } as const;

/** What was changed of a platform, with servers by their names and not as they are kept. */
export function PlatformHistory({ id }: { id: string }): ReactElement {
  const t = useT('servers');
  const kinds = wordsOf(serverConfig);
  const { data } = useRead(serverList, everyServer);
  const nameOf = (one: string): string => data?.list.find((server) => server.id === one)?.name ?? one;
  const tell: ValueText = (field, value) => {
    if (field === 'rows') {
      const rows = platformDraft.shape.rows.safeParse(value).data;
      return (
        rows
          ?.map(({ kind, serverConfigIds, zoneOrder }) => {
            const names = serverConfigIds.map(nameOf).join(', ') || '—';
            return `${kinds.value('kind', kind)}: ${names} (${t(`platform.${orderOf(zoneOrder)}`)})`;
          })
          .join('; ') || '—'
      );
    }
    if (field !== 'published' || value === null) return undefined;
    const content = platformContent.safeParse(value).data;
    return content && (content.servers.map(({ kind, code }) => `${kinds.value('kind', kind)}: ${code}`).join('; ') || '—');
  };
  return <HistoryTab subject={subject} kind="platform" objectId={id} tell={tell} />;
}
