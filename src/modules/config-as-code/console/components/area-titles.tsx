import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { areaList } from '../../common/config.contract.ts';

const all = { pageSize: 100 };

/** Areas as they are called; one of another version by its own name. */
export function AreaTitles({ areas }: { areas: readonly string[] }): ReactElement {
  const t = useT('kit');
  const { data } = useRead(areaList, all);
  const titles = new Map(data?.list.map(({ area, title }) => [area, title]));
  return <>{areas.map((area) => titles.get(area) ?? area).join(t('home.separator'))}</>;
}
