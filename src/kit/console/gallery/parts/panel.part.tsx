import type { ReactElement } from 'react';
import { CrudPanel } from '../../crud/crud-panel.tsx';
import { DetailTabs } from '../../tabs/detail-tabs.tsx';
import { PageFrame } from '../../page/page-frame.tsx';
import { useT } from '../../i18n/use-t.ts';
import { desk } from '../desk.contract.ts';

/** A declared entity in a tab: everything but the columns is said by its fields. */
export default function PanelPart(): ReactElement {
  const t = useT('gallery');
  return (
    <PageFrame title={t('part.panel')}>
      <DetailTabs
        name="tab"
        tabs={[
          {
            key: 'desks',
            label: t('desk'),
            children: (
              <CrudPanel entity={desk} columns={['name', 'order', 'code', 'size', 'platform', 'ownerId', 'until', 'hasPin', 'enabled']} />
            ),
          },
          { key: 'other', label: t('panel.other'), children: null },
        ]}
      />
    </PageFrame>
  );
}
