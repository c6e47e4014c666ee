import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { AnyList } from '#kit/console/page/use-list.ts';
import '../components/logs.css';
import './cleaning.css';

/** Notice that rows are read from an archive, with the way back to the log. */
export function ArchiveNotice({ list }: { list: Pick<AnyList<object>, 'move'> }): ReactElement {
  const t = useT('logs');
  return (
    <p className="wlc-notice" role="status">
      {t('archive.reading')}
      <Button size="small" onClick={() => list.move({ filters: { archive: undefined } })}>
        {t('archive.leave')}
      </Button>
    </p>
  );
}
