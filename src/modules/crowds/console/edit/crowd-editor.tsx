import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdAdd, crowdCatalogue, crowdGet, crowdUpdate } from '../../common/crowd.contract.ts';
import { crowd } from '../subjects.ts';
import '../crowd.css';
import { CrowdForm } from './crowd-form.tsx';
import { draftOf, newValues, valuesOf } from './crowd-values.ts';

/** Builds a new crowd. */
export function AddCrowd({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const catalogue = useRead(crowdCatalogue, {});
  const top = useTopDepartment();
  return (
    <SubjectContext value={crowd}>
      <PageFrame title={t('crowd.addTitle')}>
        {catalogue.error && <ErrorState error={catalogue.error} retry={() => void catalogue.refetch()} />}
        {!catalogue.error && (catalogue.data === undefined || top.isPending) && <WaitingForm lines={8} />}
        {catalogue.data && !top.isPending && (
          <CrowdForm
            endpoint={crowdAdd}
            catalogue={catalogue.data}
            initial={newValues(top.data)}
            inputOf={(values) => draftOf(values) as typeof values}
            onSaved={({ id }) => onSaved(id)}
            onClose={onClose}
          />
        )}
      </PageFrame>
    </SubjectContext>
  );
}

/** The uppermost department that the administrator may choose: where a new crowd most likely belongs. */
function useTopDepartment() {
  return useQuery({
    queryKey: ['picker', 'department', 'top'],
    queryFn: async ({ signal }) => {
      const top = (await pickerSources().department?.children(null, signal)) ?? [];
      return top.find(({ disabled }) => disabled === undefined)?.id ?? null;
    },
    retry: false,
    select: (id) => id ?? undefined,
  });
}

interface EditCrowdProps {
  id: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes a crowd and its rule. */
export function EditCrowd({ id, onSaved, onClose }: EditCrowdProps): ReactElement {
  const t = useT('user-centre');
  const catalogue = useRead(crowdCatalogue, {});
  const read = useRead(crowdGet, { id });
  const failed = [catalogue, read].find(({ error }) => error !== null);
  return (
    <SubjectContext value={crowd}>
      <PageFrame title={read.data ? t('crowd.editTitle', { name: read.data.name }) : t('crowd')}>
        {failed?.error && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
        {!failed && (catalogue.data === undefined || read.data === undefined) && <WaitingForm lines={8} />}
        {catalogue.data && read.data && (
          <CrowdForm
            endpoint={crowdUpdate}
            catalogue={catalogue.data}
            initial={valuesOf(read.data)}
            stored={read.data}
            inputOf={(values) => values}
            onSaved={onSaved}
            onClose={onClose}
          />
        )}
      </PageFrame>
    </SubjectContext>
  );
}
