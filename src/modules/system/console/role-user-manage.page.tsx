import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { RoleHolders } from '#kit/console/roles/role-holders.tsx';
import { useRequestedAction } from '#kit/console/routes/use-requested-action.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { roleUserManage } from '../common/permissions.ts';
import { holderEndSession, holderExport, holderReactivate, holderResetFactor, sysRole } from '../common/role.contract.ts';
import { sysArea } from './sys-area.tsx';

const TokensDrawer = later('tokens-drawer', async () => (await import('./components/tokens-drawer.tsx')).TokensDrawer);
const ViewAsDialog = later('view-as-dialog', async () => (await import('./components/view-as-dialog.tsx')).ViewAsDialog);
const GiveRole = later('give-role', async () => (await import('./components/give-role.tsx')).GiveRole);
const HolderDrawer = later('holder-drawer', async () => (await import('./components/holder-drawer.tsx')).HolderDrawer);

interface Opened {
  what: 'tokens' | 'viewAs' | 'person' | 'give';
  row?: RoleHolder;
}

/** The administrators with their roles: what they hold, their sessions and second factors, tokens of their programs, the console as they see it. */
export default function RoleUserManagePage(): ReactElement {
  const [open, setOpen] = useState<Opened>();
  const close = (): void => setOpen(undefined);
  useRequestedAction('give', () => setOpen({ what: 'give' }));
  const { row } = open ?? {};
  const give = useActionName(sysRole.assignEmployees);
  const t = useT('system');
  return (
    <>
      <RoleHolders
        area={sysArea}
        tools={(asked) => (
          <>
            {give.granted && (
              <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen({ what: 'give' })}>
                {t('holders.give')}
              </Button>
            )}
            <Permit code={roleUserManage.button.token}>
              {(name) => (
                <Button icon={<KeyOutlined aria-hidden="true" />} onClick={() => setOpen({ what: 'tokens' })}>
                  {name}
                </Button>
              )}
            </Permit>
            <ExportButton endpoint={holderExport} input={(format) => ({ format, filter: { ...asked } })} />
          </>
        )}
        onOpen={(one) => setOpen({ what: 'person', row: one })}
        rowActions={(one) => <Actions row={one} onOpen={(what) => setOpen({ what, row: one })} />}
        bulk={(selection) => {
          const act = {
            names: selection.rows.map(({ name }) => name),
            input: { ids: [...selection.ids] },
            invalidates: [sysRole.roleEmpList],
            onDone: selection.clear,
          };
          return (
            <>
              <ActionButton endpoint={holderEndSession} {...act} />
              {selection.rows.some(({ keptOut }) => keptOut) && <ActionButton endpoint={holderReactivate} {...act} />}
            </>
          );
        }}
      />
      {open?.what === 'tokens' && <TokensDrawer {...(row && { employee: row })} onClose={close} />}
      {open?.what === 'give' && <GiveRole {...(row && { employee: row })} onClose={close} />}
      {open?.what === 'viewAs' && row && <ViewAsDialog row={row} onClose={close} />}
      {open?.what === 'person' && row && <HolderDrawer row={row} onClose={close} />}
    </>
  );
}

function Actions({ row, onOpen }: { row: RoleHolder; onOpen: (what: Opened['what']) => void }): ReactElement {
  const act = { names: [row.name], invalidates: [sysRole.roleEmpList], type: 'text' as const };
  const give = useActionName(sysRole.assignEmployees);
  const t = useT('system');
  return (
    <RowActions name={row.name}>
      {give.granted && (
        <Button type="text" onClick={() => onOpen('give')}>
          {t('holders.give')}
        </Button>
      )}
      <Permit code={roleUserManage.button.viewAs}>
        {(name) => (
          <Button type="text" onClick={() => onOpen('viewAs')}>
            {name}
          </Button>
        )}
      </Permit>
      <Permit code={roleUserManage.button.token}>
        {(name) => (
          <Button type="text" onClick={() => onOpen('tokens')}>
            {name}
          </Button>
        )}
      </Permit>
      {row.keptOut && <ActionButton endpoint={holderReactivate} input={{ ids: [row.id] }} {...act} />}
      <ActionButton endpoint={holderEndSession} input={{ ids: [row.id] }} {...act} />
      {row.factors.length > 0 && <ActionButton endpoint={holderResetFactor} input={{ empId: row.id }} {...act} />}
    </RowActions>
  );
}
