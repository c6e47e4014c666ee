import { Form } from 'antd';
import type { ReactElement } from 'react';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { sendUser } from '../common/send-user.contract.ts';
import { fileTypes } from '../common/words.ts';
import { TypesInput } from './components/inputs.tsx';
import { SizeInput } from './components/size-input.tsx';

const F = entityFields(sendUser);

function SendForm(): ReactElement {
  const t = useT('file-security');
  const target = Form.useWatch<unknown>('target');
  return (
    <>
      <F.name wide />
      <F.everyone wide />
      <F.who wide>
        <AudienceInput open={false} />
      </F.who>
      <F.target as="radio" wide />
      {target === 'people' && (
        <F.targets wide>
          <AudienceInput open={false} />
        </F.targets>
      )}
      <F.fileTypes wide>
        <TypesInput />
      </F.fileTypes>
      <F.sizeMax label={t('field.size')} help={t('sendUser.sizeHelp')}>
        <SizeInput />
      </F.sizeMax>
      <F.effect as="radio" />
      <F.until />
    </>
  );
}

/** Who sends files to whom, in the order in which it is asked. */
export default function SendUserPage(): ReactElement {
  const t = useT('file-security');
  const typesText = (types: readonly string[]): string =>
    fileTypes
      .filter((one) => types.includes(one))
      .map((one) => t(`fileTypes.${one}`))
      .join(' · ');
  return (
    <CrudPanel
      entity={sendUser}
      columns={[
        'name',
        'priority',
        { name: 'sentence', wrap: true, width: 300, sortable: false },
        'target',
        'effect',
        { name: 'until', as: 'time' },
        'enabled',
      ]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="target" />
          <EnumFilter list={list} name="effect" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={<SendForm />}
      facts={[
        { name: 'sentence' },
        { name: 'target', as: 'enum' },
        { name: 'fileTypes', show: ({ fileTypes }) => typesText(fileTypes) },
        { name: 'sizeMax', label: t('field.size'), as: 'bytes' },
        { name: 'effect', as: 'enum' },
        { name: 'priority', as: 'number' },
        { name: 'until', as: 'time' },
        { name: 'enabled', as: 'enum' },
      ]}
    />
  );
}
