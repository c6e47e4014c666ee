import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { personDetail } from '../common/permissions.ts';
import { CheckButton } from './components/check-button.tsx';
import { SeeAsAtAddress, SeeAsButton } from './insight/see-as-button.tsx';

const RevealView = later('contact-reveals', async () => (await import('./log/reveal-view.tsx')).RevealView);

/** What is shown of a person: the frame of fields and special users, and the log of what was shown clear. */
export default function PersonDetailPage(): ReactElement {
  const t = useT('contacts');
  const title = useCodeName(personDetail.code);
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  if (search.get('view') === 'reveals' && can(personDetail.button.revealLog)) return <RevealView onBack={() => setSearch({})} />;
  return (
    <>
      <PageHeader
        title={title}
        help={t('personDetail.help')}
        actions={
          <>
            <SeeAsButton code={personDetail.button.preview} />
            <CheckButton code={personDetail.button.check} />
            <Permit code={personDetail.button.revealLog}>
              {(name) => (
                <Button icon={<HistoryOutlined aria-hidden="true" />} onClick={() => setSearch({ view: 'reveals' })}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
      />
      <NestedTabs page={personDetail.code.replaceAll('_', '-')} />
      <SeeAsAtAddress />
    </>
  );
}
