import { Button, Form, Input } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { accessSystem, grantList, grantSave, type GrantRow } from '../../common/system.contract.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';
import { GrantDialog, RemoveGrant } from './grant-parts.tsx';

const F = fieldsOf(grantSave.input);

/** Systems and widgets that may call an interface. */
export function InterfaceGrants({ id }: { id: string }): ReactElement {
  const t = useT('access');
  const read = useRead(grantList, { targetKind: 'interface', targetId: id });
  const { granted, name } = useActionName(grantSave);
  const [adding, setAdding] = useState(false);
  return (
    <section className="acc-section">
      <h3>{t('grants.who')}</h3>
      {read.data?.list.length === 0 && <p className="acc-soft">{t('grants.nobody')}</p>}
      {read.data && read.data.list.length > 0 && (
        <table className="acc-keys whk-stacked">
          <tbody>
            {read.data.list.map((grant) => (
              <tr key={grant.id}>
                <td data-label={t('grants.grantee')}>
                  {grant.granteeName} <span className="acc-soft">{t(`grants.grantee.${grant.granteeKind}`)}</span>
                </td>
                <td data-label={t('grants.limit')}>{limitOf(t, grant)}</td>
                <td>
                  <RemoveGrant id={grant.id} name={grant.granteeName} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {granted && <Button onClick={() => setAdding(true)}>{name}</Button>}
      {adding && <GrantInterfaces ids={[id]} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Asks which system or widget may call interfaces, and how often. */
export function GrantInterfaces({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactElement {
  return (
    <GrantDialog
      initial={{ granteeKind: 'system', granteeId: '' }}
      parties={(values) => ({
        granteeKind: values['granteeKind'] === 'widget' ? ('widget' as const) : ('system' as const),
        granteeId: String(values['granteeId'] ?? '').trim(),
        targetIds: [...ids],
      })}
      onClose={onClose}
    >
      <F.granteeKind as="radio" />
      <Grantee />
    </GrantDialog>
  );
}

/** A system has limits of its own, a widget none. */
const limitOf = (t: T<'access'>, { granteeKind, rate }: GrantRow): string => {
  if (rate !== null) return t('grants.rate', { rate });
  return granteeKind === 'system' ? t('grants.noLimit') : '—';
};

/** A system by its name, a widget by its code. */
function Grantee(): ReactElement {
  const t = useT('access');
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('granteeKind', form);
  // What was chosen of the one kind is nothing of the other.
  useEffect(() => form.setFieldValue('granteeId', ''), [form, kind]);
  return kind === 'widget' ? (
    <F.granteeId key="widget" help={t('grants.widgetHelp')}>
      <Input maxLength={64} />
    </F.granteeId>
  ) : (
    <F.granteeId key="system">
      <EntitySelect endpoint={accessSystem.list} />
    </F.granteeId>
  );
}
