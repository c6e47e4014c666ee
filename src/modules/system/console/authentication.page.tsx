import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { RoleAreaContext } from '#kit/console/roles/role-area.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { authentication } from '../common/permissions.ts';
import { sysArea } from './sys-area.ts';

const ExplainDialog = later('explain-dialog', async () => (await import('#kit/console/roles/explain-dialog.tsx')).ExplainDialog);

/** Who administers what: the frame of roles and administrators. */
export default function AuthenticationPage(): ReactElement {
  const t = useT('system');
  const title = useCodeName(authentication.code);
  const [explaining, setExplaining] = useState(false);
  const explain = (
    <Permit code={authentication.button.explain}>
      {(name) => (
        <Button icon={<QuestionCircleOutlined aria-hidden="true" />} onClick={() => setExplaining(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <RoleAreaContext value={sysArea}>
      <PageHeader title={title} help={t('authentication.help')} actions={explain} />
      <NestedTabs page={authentication.code.replaceAll('_', '-')} />
      {explaining && <ExplainDialog onClose={() => setExplaining(false)} />}
    </RoleAreaContext>
  );
}
