import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { searchList, searchSave, type SavedSearchRow } from '../../common/saved/search.contract.ts';
import { savedSearch } from '../subjects.ts';
import { ColumnsInput } from './columns-input.tsx';
import { RolesInput } from './roles-input.tsx';

const F = fieldsOf(searchSave.input);

/** Changes the name of an own search, the columns of its files, and with whom it is shared. */
export function SearchForm({ row, onClose }: { row: SavedSearchRow; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const { id, version, name, log, filters, columns, roleIds } = row;
  return (
    <DrawerForm
      subject={savedSearch}
      title={name}
      endpoint={searchSave}
      initial={{ name, columns, roleIds }}
      target={{ id, version }}
      input={(_changed, all) => ({
        name: String(all['name'] ?? ''),
        roleIds: (all['roleIds'] as string[] | undefined) ?? [],
        log,
        filters: filters as Record<string, string>,
        columns: (all['columns'] as string[] | null | undefined) ?? null,
      })}
      invalidates={[searchList]}
      onClose={onClose}
    >
      <F.name />
      <F.columns wide help={t('savedSearch.columnsHelp')}>
        <ColumnsInput log={log} />
      </F.columns>
      <F.roleIds help={t('savedSearch.rolesHelp')}>
        <RolesInput />
      </F.roleIds>
    </DrawerForm>
  );
}
