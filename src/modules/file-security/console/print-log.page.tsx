import { Segmented } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '#kit/console/action/use-may.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { decisionGet, printExport, printList, screenshotExport, screenshotList } from '../common/decision.contract.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { screenPlaces } from '../common/words.ts';
import './components/file-security.css';
import { RefButton } from './components/ref-button.tsx';
import { printSubject, screenshotSubject } from './subjects.ts';

const platformOptions = platforms.map((value) => ({ value, label: platformNames[value] }));
const platformText = (platform: number): string => platformNames[platforms.find((one) => one === platform) ?? platforms[0]];

/** Prints, also refused ones; screenshots and recordings with their own right. */
export default function PrintLogPage(): ReactElement {
  const t = useT('file-security');
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const shows = search.get('view') === 'screenshot' && may(screenshotList) ? 'screenshot' : 'print';
  const [views] = useState(() => ['print', 'screenshot'] as const);
  return (
    <>
      {may(screenshotList) && (
        <Segmented
          className="fs-views"
          aria-label={t('logs.prints')}
          value={shows}
          options={views.map((value) => ({ value, label: t(value === 'print' ? 'logs.prints' : 'logs.screenshots') }))}
          onChange={(view) => setSearch(view === 'print' ? {} : { view })}
        />
      )}
      {shows === 'print' ? <Prints /> : <Screenshots />}
    </>
  );
}

function Prints(): ReactElement {
  const t = useT('file-security');
  const mayOpen = useMay()(decisionGet);
  const list = useSlices(printList, {});
  const levelText = ({ level }: { level: number }): string => t(`level.${level === 0 || level === 2 || level === 3 ? level : 1}`);
  const codeOf = ({ ref }: { ref: string }): ReactNode => (mayOpen ? <RefButton code={ref} /> : ref);
  return (
    <LogPanel
      subject={printSubject}
      list={list}
      columns={[
        { name: 'at', as: 'time' },
        { name: 'employeeName', width: 130 },
        { name: 'departmentName', optional: true },
        { name: 'fileName', width: 200 },
        { name: 'level', cell: levelText },
        { name: 'pages', as: 'number' },
        { name: 'copies', as: 'number', optional: true },
        { name: 'printer', width: 120 },
        { name: 'platform', cell: ({ platform }) => platformText(platform) },
        { name: 'deviceName', optional: true },
        { name: 'address', as: 'code', optional: true },
        { name: 'result', as: 'enum' },
        { name: 'ruleName', optional: true },
        { name: 'ref', cell: codeOf },
      ]}
      facts={[
        { name: 'at', as: 'time' },
        { name: 'employeeName' },
        { name: 'departmentName' },
        { name: 'fileName' },
        { name: 'level', show: levelText },
        { name: 'pages', as: 'number' },
        { name: 'copies', as: 'number' },
        { name: 'printer' },
        { name: 'platform', show: ({ platform }) => platformText(platform) },
        { name: 'deviceName' },
        { name: 'address', as: 'code' },
        { name: 'result', as: 'enum' },
        { name: 'ruleName' },
        { name: 'ref', show: codeOf },
      ]}
      filters={(own) => (
        <>
          <PickFilter list={own} name="empId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={own} name="deptId">
            <DepartmentPicker />
          </PickFilter>
          <ChoiceFilter list={own} name="platform" options={platformOptions} />
          <SearchFilter list={own} name="printer" />
          <EnumFilter list={own} name="result" />
          <ExportButton endpoint={printExport} input={(format) => ({ format, filter: list.asked })} />
        </>
      )}
    />
  );
}

function Screenshots(): ReactElement {
  const t = useT('file-security');
  const list = useSlices(screenshotList, {});
  const placeText = (place: string): string =>
    place === 'all' || place === 'chat' || place === 'contacts' ? t(`group.place.${place}`) : t('group.place.files');
  return (
    <LogPanel
      subject={screenshotSubject}
      list={list}
      columns={[
        { name: 'at', as: 'time' },
        { name: 'reportedAt', as: 'time', optional: true },
        { name: 'employeeName' },
        { name: 'departmentName' },
        { name: 'kind', as: 'enum' },
        { name: 'place', cell: ({ place }) => placeText(place) },
        { name: 'fileName' },
        { name: 'prevented', as: 'enum' },
        { name: 'platform', cell: ({ platform }) => platformText(platform) },
        { name: 'deviceName', optional: true },
        { name: 'address', as: 'code', optional: true },
      ]}
      facts={[
        { name: 'at', as: 'time' },
        { name: 'reportedAt', as: 'time' },
        { name: 'employeeName' },
        { name: 'departmentName' },
        { name: 'kind', as: 'enum' },
        { name: 'place', show: ({ place }) => placeText(place) },
        { name: 'fileName' },
        { name: 'prevented', as: 'enum' },
        { name: 'platform', show: ({ platform }) => platformText(platform) },
        { name: 'deviceName' },
        { name: 'address', as: 'code' },
      ]}
      filters={(own) => (
        <>
          <PickFilter list={own} name="empId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={own} name="deptId">
            <DepartmentPicker />
          </PickFilter>
          <ChoiceFilter list={own} name="platform" options={platformOptions} />
          <ChoiceFilter list={own} name="place" options={screenPlaces.map((place) => ({ value: place, label: placeText(place) }))} />
          <EnumFilter list={own} name="kind" />
          <ExportButton endpoint={screenshotExport} input={(format) => ({ format, filter: list.asked })} />
        </>
      )}
    />
  );
}
