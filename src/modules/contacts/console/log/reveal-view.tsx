import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import '../components/contacts.css';
import { RevealList } from './reveal-list.tsx';
import { ScrapeList } from './scrape-list.tsx';

/** What was shown clear to whom, and who opened too many cards (`view=reveals`). */
export function RevealView({ onBack }: { onBack: () => void }): ReactElement {
  const t = useT('contacts');
  return (
    <>
      <PageHeader
        title={t('reveal.title')}
        help={t('reveal.help')}
        actions={
          <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onBack}>
            {t('reveal.back')}
          </Button>
        }
      />
      <DetailTabs
        tabs={[
          { key: 'reveals', label: t('reveal.tab'), children: <RevealList /> },
          { key: 'scrapes', label: t('scrape.tab'), children: <ScrapeList /> },
        ]}
      />
    </>
  );
}
