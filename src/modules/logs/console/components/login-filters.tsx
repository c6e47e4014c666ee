import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { clientLoginList } from '../../common/login-log.contract.ts';
import { SeveralFilter } from './several-filter.tsx';

type Lines = FilteredList<typeof clientLoginList>;

const ofBoth = ['uid', 'kind', 'factor', 'address', 'flag', 'sessionState', 'sessionId', 'departmentId'] as const;
const ofTerminals = ['platform', 'appVersion', 'osVersion', 'deviceId', 'appId', 'networkKind'] as const;
const kinds = ['local', 'ldap', 'ad', 'oidc', 'saml', 'cas', 'wechat'] as const;
const factors = ['none', 'totp', 'passkey', 'byProvider'] as const;

/** What the sign-ins of a side are narrowed by, beside the span of time. */
export function LoginFilters({ list, side }: { list: Lines; side: 'console' | 'client' }): ReactElement {
  return (
    <>
      <SearchFilter list={list} name="account" />
      <EnumFilter list={list} name="event" />
      <EnumFilter list={list} name="result" />
      <EnumFilter list={list} name="reason" />
      <MoreFilters list={list} names={side === 'client' ? [...ofBoth, ...ofTerminals] : ofBoth}>
        <PickFilter list={list} name="uid">
          <EmployeePicker />
        </PickFilter>
        <Several list={list} name="kind" values={kinds} />
        <Several list={list} name="factor" values={factors} />
        <SearchFilter list={list} name="address" />
        <SearchFilter list={list} name="sessionId" />
        <EnumFilter list={list} name="flag" />
        <EnumFilter list={list} name="sessionState" />
        <PickFilter list={list} name="departmentId">
          <DepartmentPicker />
        </PickFilter>
        {side === 'client' && (
          <>
            <Several list={list} name="platform" values={platforms} />
            <SearchFilter list={list} name="appVersion" />
            <SearchFilter list={list} name="osVersion" />
            <SearchFilter list={list} name="deviceId" />
            <SearchFilter list={list} name="appId" />
            <SearchFilter list={list} name="networkKind" />
          </>
        )}
      </MoreFilters>
    </>
  );
}

interface SeveralProps<V> {
  list: Lines;
  name: 'kind' | 'factor' | 'platform';
  values: readonly V[];
}

/** Several of what the log knows by words of its own. */
function Several<V extends string | number>({ list, name, values }: SeveralProps<V>): ReactElement {
  const words = useWords();
  const options = values.map((value) => ({ value, label: words.value(name, String(value)) }));
  return <SeveralFilter list={list} name={name} options={options} />;
}
