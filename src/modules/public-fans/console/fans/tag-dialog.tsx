import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { fanTag, type FanTagRow } from '../../common/tag.contract.ts';
import { TagForm } from '../tags/tag-form.tsx';

const subject = { namespace: fanTag.module, kind: fanTag.kind } as const;
const readings = [fanTag.list, fanTag.get];

/** A tag in a small form: a new one, or another name, group and other conditions for one that is there. */
export function TagDialog({ snoId, tag, onClose }: { snoId: string; tag?: FanTagRow; onClose: () => void }): ReactElement {
  const t = useT('public-fans');
  return (
    <SubjectContext value={subject}>
      {tag ? (
        <FormDialog endpoint={fanTag.update} title={t('fanTag.edit')} initial={{ ...tag }} invalidates={readings} onClose={onClose}>
          <TagForm tag={tag} />
        </FormDialog>
      ) : (
        <FormDialog
          endpoint={fanTag.add}
          title={t('fanTag.add')}
          initial={{ snoId, kind: 'manual', group: null, departmentIds: [], crowdIds: [] }}
          invalidates={readings}
          onClose={onClose}
        >
          <TagForm />
        </FormDialog>
      )}
    </SubjectContext>
  );
}
