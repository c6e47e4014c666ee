import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { RoleDetail } from '#kit/common/role/role.schema.ts';
import { ActionButton } from '../action/action-button.tsx';
import { RowActions } from '../action/row-actions.tsx';
import { HistoryDrawer } from '../change/history-drawer.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { fieldsOf } from '../form/fields-of.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ObjectHead } from '../object/object-head.tsx';
import { Permit } from '../shell/permit.tsx';
import { timeText } from '../table/formats.ts';
import { rangeText } from './range-text.ts';
import { useHoldingArea, type RoleTurn } from './role-area.ts';
import { RoleForm } from './role-form.tsx';

/** The chosen role: what it is, and what can be done with it as a whole. */
export function RoleHead({ role, onGone }: { role: RoleDetail; onGone: () => void }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const area = useHoldingArea();
  const { contract, subject, summary, fixed, impact } = area;
  const free = !fixed?.(role);
  const asked = (change: RoleTurn) => ({
    input: () => ({ ids: [role.id], ...area.agreed?.(role, change) }),
    ...(impact && { impact: impact(role, change), ...(change !== 'delete' && { confirm: 'ask' as const }) }),
  });
  // Who is no longer held by a role that only holds people loses nothing.
  const losing = (key: 'role.disableHint' | 'role.deleteHint') =>
    'rights' in area ? { impact: <p>{t(key, { people: role.people })}</p> } : {};
  const [open, setOpen] = useState<'edit' | 'copy' | 'history'>();
  const readings = [contract.list, contract.find, contract.search];
  const act = { names: [role.name], invalidates: readings, type: 'text' as const };
  const close = (): void => setOpen(undefined);
  return (
    <ObjectHead
      as="h2"
      className="whk-role-head"
      name={role.name}
      path={role.code}
      state={
        <>
          {role.preset && <Tag color="gold">{t('role.preset')}</Tag>}
          {!role.enabled && <Tag>{t('value.disabled')}</Tag>}
        </>
      }
      actions={
        <>
          <Button size="small" onClick={() => setOpen('history')}>
            {t('history.title')}
          </Button>
          <RowActions name={role.name}>
            {role.editable && !role.preset && (
              <Permit code={contract.codes.update}>
                {(name) => (
                  <Button type="text" onClick={() => setOpen('edit')}>
                    {name}
                  </Button>
                )}
              </Permit>
            )}
            <Permit code={contract.codes.copy}>
              {(name) => (
                <Button type="text" onClick={() => setOpen('copy')}>
                  {name}
                </Button>
              )}
            </Permit>
            {!role.enabled && <ActionButton endpoint={contract.enable} {...act} {...asked('enable')} />}
            {role.enabled && free && (
              <ActionButton endpoint={contract.disable} {...act} {...losing('role.disableHint')} {...asked('disable')} />
            )}
            {!role.preset && free && (
              <ActionButton
                endpoint={contract.delete}
                {...act}
                confirm="type"
                {...losing('role.deleteHint')}
                {...asked('delete')}
                onDone={onGone}
              />
            )}
          </RowActions>
        </>
      }
    >
      {/* In one line where there is room: what one comes for stands below it. */}
      <p>
        {role.preset ? t(`role.presetHint.${role.preset}`) : role.description}
        {(role.preset || role.description) && ' · '}
        {summary?.(role) ?? t('role.rangeIs', { range: rangeText(role.range, t) })} {role.needsFactor && `${t('role.needsFactor')} `}
        {role.memberDays !== null && `${t('role.memberDays', { days: role.memberDays })} `}
        {role.expiresAt !== null && t('role.until', { time: timeText(role.expiresAt, language) })}
      </p>
      {open === 'edit' && <RoleForm role={role} onClose={close} />}
      {open === 'copy' && <CopyDialog role={role} onClose={close} />}
      {open === 'history' && (
        <HistoryDrawer title={role.name} subject={subject} kind={`${contract.area}Role`} objectId={role.id} onClose={close} />
      )}
    </ObjectHead>
  );
}

function CopyDialog({ role, onClose }: { role: RoleDetail; onClose: () => void }): ReactElement {
  const { contract } = useHoldingArea();
  const F = fieldsOf(contract.copy.input);
  return (
    <FormDialog
      endpoint={contract.copy}
      initial={{ name: `${role.name} 2`, code: `${role.code}_2` }}
      input={(values) => ({ roleId: role.id, name: String(values['name'] ?? ''), code: String(values['code'] ?? '') })}
      invalidates={[contract.list, contract.search]}
      onClose={onClose}
    >
      <F.name />
      <F.code />
    </FormDialog>
  );
}
