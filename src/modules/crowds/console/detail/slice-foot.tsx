import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Slices } from '#kit/console/page/use-slices.ts';
import { numberText } from '#kit/console/table/formats.ts';

/** How many were read so far, and the way to more. */
export function SliceFoot({ list }: { list: Slices<object> }): ReactElement | null {
  const t = useT('user-centre');
  const k = useT('kit');
  const [language] = useLanguage();
  if (list.rows.length === 0) return null;
  return (
    <div className="cr-slice-foot">
      <span role="status">{t('crowd.read', { count: numberText(list.rows.length, language) })}</span>
      {list.hasMore && (
        <Button loading={list.readingMore} onClick={() => void list.more()}>
          {k('list.more')}
        </Button>
      )}
    </div>
  );
}
