import { AuditOutlined, QuestionCircleOutlined, TeamOutlined } from '@ant-design/icons';
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
import { sysArea } from './sys-area.tsx';

const ExplainDialog = later('explain-dialog', async () => (await import('#kit/console/roles/explain-dialog.tsx')).ExplainDialog);

const WhoCanDialog = later('who-can-dialog', async () => (await import('#kit/console/roles/who-can-dialog.tsx')).WhoCanDialog);
const ReviewDialog = later('review-dialog', async () => (await import('./components/review-dialog.tsx')).ReviewDialog);

/** Who administers what: the frame of roles and administrators. */
export default function AuthenticationPage(): ReactElement {
  const t = useT('system');
  const title = useCodeName(authentication.code);
  const [open, setOpen] = useState<'why' | 'who' | 'review'>();
  const kit = useT('kit');
  const close = (): void => setOpen(undefined);
  const actions = (
    <>
      <Permit code={authentication.button.explain}>
        {() => (
          <>
            <Button icon={<QuestionCircleOutlined aria-hidden="true" />} onClick={() => setOpen('why')}>
              {kit('role.explain')}
            </Button>
            <Button icon={<TeamOutlined aria-hidden="true" />} onClick={() => setOpen('who')}>
              {kit('role.whoCan')}
            </Button>
          </>
        )}
      </Permit>
      <Permit code={authentication.button.reviewExport}>
        {(name) => (
          <Button icon={<AuditOutlined aria-hidden="true" />} onClick={() => setOpen('review')}>
            {name}
          </Button>
        )}
      </Permit>
    </>
  );
  return (
    <RoleAreaContext value={sysArea}>
      <PageHeader title={title} help={t('authentication.help')} actions={actions} />
      <NestedTabs page={authentication.code.replaceAll('_', '-')} />
      {open === 'why' && <ExplainDialog onClose={close} />}
      {open === 'who' && <WhoCanDialog onClose={close} />}
      {open === 'review' && <ReviewDialog onClose={close} />}
    </RoleAreaContext>
  );
}
