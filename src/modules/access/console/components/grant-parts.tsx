import type { ReactElement, ReactNode } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import type { Input } from '#kit/common/contract.ts';
import { accessSystem, grantDelete, grantList, grantSave } from '../../common/system.contract.ts';
import { grantSubject } from '../subjects.ts';

const F = fieldsOf(grantSave.input);
const invalidates = [grantList, accessSystem.list] as const;

type Grant = Input<typeof grantSave>;

interface GrantDialogProps {
  initial: FormValues;
  /** Who may call what, of what was entered. */
  parties: (values: FormValues) => Pick<Grant, 'granteeKind' | 'granteeId' | 'targetIds'>;
  /** The fields of what is still to be chosen. */
  children: ReactNode;
  onClose: () => void;
}

/** Grants interfaces: to whom or which, how often, until when and why. */
export function GrantDialog({ initial, parties, children, onClose }: GrantDialogProps): ReactElement {
  return (
    <SubjectContext value={grantSubject}>
      <FormDialog
        endpoint={grantSave}
        initial={{ ...initial, rate: null, until: null, reason: '' }}
        input={(values) => ({
          ...parties(values),
          targetKind: 'interface' as const,
          rate: (values['rate'] as number | null) ?? null,
          until: (values['until'] as number | null) ?? null,
          reason: String(values['reason'] ?? ''),
        })}
        invalidates={invalidates}
        onClose={onClose}
      >
        {children}
        <F.rate />
        <F.until as="time" />
        <F.reason as="area" />
      </FormDialog>
    </SubjectContext>
  );
}

/** Takes a grant away; `name`: what it is told by in the question. */
export function RemoveGrant({ id, name }: { id: string; name: string }): ReactElement {
  const t = useT('access');
  return (
    <ActionButton endpoint={grantDelete} input={{ ids: [id] }} names={[name]} confirm="ask" size="small" danger invalidates={invalidates}>
      {t('grants.remove')}
    </ActionButton>
  );
}
