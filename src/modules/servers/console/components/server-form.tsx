import { useRef, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { serverAdd, serverDraft, serverUpdate, type ServerRow } from '../../common/server.contract.ts';
import { readings } from '../readings.ts';
import { serverConfig } from '../subjects.ts';
import { AddressesInput } from './addresses-input.tsx';
import { AuthoritiesInput } from './authorities-input.tsx';

const F = fieldsOf(serverDraft);
const first = [{ scheme: 'https', host: '', port: 443, path: '', zone: 'outer' }];

/** A new server. */
export function AddServer({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }): ReactElement {
  const made = useRef<string>(undefined);
  return (
    <DrawerForm
      endpoint={serverAdd}
      subject={serverConfig}
      width={820}
      initial={{ kind: 'api', weight: 100, pinnedKeys: [], addresses: first }}
      invalidates={readings}
      onSaved={({ id }) => {
        made.current = id;
      }}
      // One step in the address: from the form to what it made.
      onClose={() => (made.current === undefined ? onClose() : onSaved(made.current))}
    >
      <F.name />
      <F.code />
      <F.kind />
      <Rest />
    </DrawerForm>
  );
}

/** Changed fields of one. */
export function EditServer({ row, onClose }: { row: ServerRow; onClose: () => void }): ReactElement {
  const { id, version, name, code, addresses, ca, pinnedKeys, weight, note } = row;
  return (
    <DrawerForm
      endpoint={serverUpdate}
      subject={serverConfig}
      title={name}
      width={820}
      initial={{ name, code, addresses, ca, pinnedKeys, weight, note }}
      target={{ id, version }}
      invalidates={readings}
      onClose={onClose}
    >
      <F.name />
      <F.code />
      <Rest guarded={row.enabled && (row.kind === 'api' || row.kind === 'navigation')} />
    </DrawerForm>
  );
}

function Rest({ guarded }: { guarded?: boolean }): ReactElement {
  const t = useT('servers');
  return (
    <>
      <F.weight />
      <F.addresses wide {...(guarded && { help: t('form.guarded') })}>
        <AddressesInput />
      </F.addresses>
      <F.ca>
        <AuthoritiesInput />
      </F.ca>
      <F.pinnedKeys wide as="tags" help={t('form.pinsHelp')} />
      <F.secret as="secret" help={t('form.secretHelp')} />
      <F.note />
    </>
  );
}
