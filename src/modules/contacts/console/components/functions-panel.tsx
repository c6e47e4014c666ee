import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { FunctionMatrix } from '#kit/console/roles/function-matrix.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { contactImpact } from '../../common/insight.contract.ts';
import { contactResources, contactRole, contactSaveResources } from '../../common/role.contract.ts';
import { functionGroups } from '../../common/words.ts';
import './contacts.css';
import { SaveFoot } from './save-foot.tsx';
import { useDraft } from './use-draft.ts';

type Functions = Reply<typeof contactResources>;

/** What holders of a role may do with whom they see. */
export function FunctionsPanel({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(contactResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <FunctionsForm stored={data} /> : <WaitingForm />;
}

const draftOf = ({ functions }: Functions): Functions['functions'] => functions.toSorted();

function FunctionsForm({ stored }: { stored: Functions }): ReactElement {
  const t = useT('contacts');
  const { base, draft, dirty, change, reset, take } = useDraft(stored, draftOf);
  const may = useMay()(contactSaveResources);
  const { save, saving, conflict, clear } = useSave(contactSaveResources, {
    invalidates: [contactResources, contactRole.list, contactRole.find, contactImpact],
    onSaved: take,
  });
  return (
    <section className="contacts-panel">
      <p className="contacts-soft">{t('function.help')}</p>
      <FunctionMatrix
        namespace="contacts"
        groups={functionGroups}
        catalogue={base.catalogue}
        held={draft}
        disabled={!may}
        onChange={change}
      />
      {may && (
        <SaveFoot
          dirty={dirty}
          saving={saving}
          overtaken={conflict !== undefined}
          request={{ kind: 'function', roleId: base.roleId, functions: draft }}
          onSave={async () => (await save({ roleId: base.roleId, version: base.version, functions: draft })) !== undefined}
          onReset={reset}
          onTake={() => {
            clear();
            take();
            void invalidate(contactResources);
          }}
        />
      )}
    </section>
  );
}
