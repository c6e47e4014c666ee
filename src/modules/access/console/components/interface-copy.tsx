import type { ReactElement } from 'react';
import { Select } from 'antd';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { interfaceCopy, interfaceTag } from '../../common/interface-copy.contract.ts';
import type { InterfaceRow } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { apiInterfaceSubject } from '../subjects.ts';
import { EntitySelect } from './entity-select.tsx';
import { viewReadings } from './view-readings.ts';

const C = fieldsOf(interfaceCopy.input);
const G = fieldsOf(interfaceTag.input);

interface CopyProps {
  row: Pick<InterfaceRow, 'id' | 'name' | 'code' | 'prefixId'>;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Copies an interface: to which prefix, and what it is called there. */
export function CopyInterface({ row, onSaved, onClose }: CopyProps): ReactElement {
  const t = useT('access');
  const { id, name, code, prefixId } = row;
  const initial = { id, prefixId, code: `${code}-copy`.slice(0, 64), name: t('copy.name', { name }).slice(0, 100) };
  return (
    <SubjectContext value={apiInterfaceSubject}>
      <FormDialog
        endpoint={interfaceCopy}
        initial={initial}
        invalidates={viewReadings}
        onSaved={(reply) => onSaved(reply.id)}
        onClose={onClose}
      >
        <p className="acc-soft">{t('copy.hint')}</p>
        <C.prefixId>
          <EntitySelect endpoint={interfacePrefix.list} />
        </C.prefixId>
        <C.name />
        <C.code />
      </FormDialog>
    </SubjectContext>
  );
}

interface TagProps {
  ids: readonly string[];
  /** Tags that they have now. */
  present: readonly string[];
  onClose: () => void;
}

/** Sets tags on interfaces and takes others off. */
export function TagInterfaces({ ids, present, onClose }: TagProps): ReactElement {
  const known = [...new Set(present)];
  return (
    <SubjectContext value={apiInterfaceSubject}>
      <FormDialog endpoint={interfaceTag} initial={{ ids, addTags: [], removeTags: [] }} invalidates={viewReadings} onClose={onClose}>
        <G.addTags>
          <Select mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
        </G.addTags>
        {known.length > 0 && (
          <G.removeTags>
            <Select mode="multiple" options={known.map((value) => ({ value, label: value }))} />
          </G.removeTags>
        )}
      </FormDialog>
    </SubjectContext>
  );
}
