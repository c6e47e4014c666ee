import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { messagingAuth } from '../common/permissions.ts';

const CheckDialog = later('im-check', async () => (await import('./components/check-dialog.tsx')).CheckDialog);

/** Who may do what in messaging: the frame of its roles, with the question whether somebody may write to somebody. */
export default function MessagingAuthPage(): ReactElement {
  const t = useT('messaging');
  const title = useCodeName(messagingAuth.code);
  const [checking, setChecking] = useState(false);
  return (
    <>
      <PageHeader
        title={title}
        help={t('immRole.pageHelp')}
        actions={
          <Permit code={messagingAuth.button.check}>
            {(name) => (
              <Button icon={<SearchOutlined aria-hidden="true" />} onClick={() => setChecking(true)}>
                {name}
              </Button>
            )}
          </Permit>
        }
      />
      <NestedTabs page={messagingAuth.code.replaceAll('_', '-')} />
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  );
}
