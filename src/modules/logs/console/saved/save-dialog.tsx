import type { ReactElement } from 'react';
import { z } from 'zod';
import type { Input } from '#kit/common/contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import { searchList, searchSave } from '../../common/saved/search.contract.ts';
import { savedSearch } from '../subjects.ts';
import { RolesInput } from './roles-input.tsx';

const { name, roleIds } = searchSave.input.shape;
const F = fieldsOf(z.object({ name, roleIds, keepTime: z.boolean() }));

interface SaveDialogProps {
  log: ExportedLog;
  filters: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

/** Asks for the name of a search and with whom it is shared. Its time is kept only on request: a search is opened on other days. */
export function SaveDialog({ log, filters, onClose }: SaveDialogProps): ReactElement {
  const t = useT('logs');
  const { from, to, archive: _archive, ...plain } = filters;
  const hasTime = from !== undefined || to !== undefined;
  const input = (values: Readonly<Record<string, unknown>>): Input<typeof searchSave> => {
    const kept = JSON.parse(JSON.stringify(values['keepTime'] === true ? { ...plain, from, to } : plain)) as Record<string, string>;
    return { log, name: String(values['name'] ?? ''), roleIds: (values['roleIds'] as string[] | undefined) ?? [], filters: kept };
  };
  return (
    <SubjectContext value={savedSearch}>
      <FormDialog
        endpoint={searchSave}
        initial={{ roleIds: [], keepTime: false }}
        input={input}
        invalidates={[searchList]}
        onClose={onClose}
      >
        <F.name />
        <F.roleIds help={t('savedSearch.rolesHelp')}>
          <RolesInput />
        </F.roleIds>
        {hasTime && <F.keepTime help={t('savedSearch.keepTimeHelp')} />}
      </FormDialog>
    </SubjectContext>
  );
}
