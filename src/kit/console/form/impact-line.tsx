import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactElement, type ReactNode } from 'react';
import { code } from '#kit/common/codes.ts';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { isLoud } from '#kit/common/change/impact.ts';
import { DryRunReply, tried, type Previewed } from '#kit/common/change/dry-run.ts';
import { call } from '../call/call.ts';
import { CallError, fieldOf } from '../call/call-error.ts';
import { useImpactWords } from '../change/impact-counts.tsx';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { queryKeyOf } from '../page/query.ts';
import { useWords, type Words } from '../page/subject.ts';
import { useSettled } from '../pickers/use-settled.ts';
import { numberText } from '../table/formats.ts';
import './impact-line.css';

/** Milliseconds after the last change before the server is asked. */
const settleMillis = 600;

/** Whether an operation can say what it would do. One that asks for the password is not tried out: that would ask while somebody types. */
export function canTry(operation: Endpoint): boolean {
  return operation.dryRun === true && operation.stepUp !== true;
}

interface ImpactLineProps<E extends Endpoint> {
  endpoint: E;
  /** What would be sent; undefined while there is nothing to send. */
  input: Input<E> | undefined;
  /** Is told what it would touch. */
  told?: (previewed: Previewed) => void;
}

/**
 * What saving would touch, in words, beside the button that does it: asked of the server with `dryRun` once the form stands still. Nothing
 * where one object changes and nothing beside it, and nothing for an operation that can't say.
 */
export function ImpactLine<E extends Endpoint>({ endpoint, input, told }: ImpactLineProps<E>): ReactElement | null {
  // A form makes its input again at every drawing: what counts is what it says.
  const request = input === undefined ? undefined : JSON.stringify(input);
  const settled = useSettled(request, settleMillis);
  if (!canTry(endpoint) || request === undefined) return null;
  return <Impact endpoint={endpoint} request={request} settled={settled} told={told} />;
}

/** The line in a dialog: its place is kept, so that the buttons below it stand still while it comes and goes. */
export function ImpactPlace<E extends Endpoint>(props: ImpactLineProps<E>): ReactElement | null {
  if (!canTry(props.endpoint)) return null;
  return (
    <div className="whk-impact-place">
      <ImpactLine {...props} />
    </div>
  );
}

interface ImpactProps {
  endpoint: Endpoint;
  request: string;
  settled: string | undefined;
  told: ((previewed: Previewed) => void) | undefined;
}

function Impact({ endpoint, request, settled, told }: ImpactProps): ReactElement | null {
  const t = useT('kit');
  const words = useWords();
  // What is not complete yet is not asked about: its fields say so.
  const complete = useMemo(() => endpoint.input.safeParse(JSON.parse(request)).success, [endpoint, request]);
  const { data, error, isPending } = useQuery({
    queryKey: [...queryKeyOf(endpoint), 'dryRun', settled],
    queryFn: async ({ signal }) => {
      const input: unknown = JSON.parse(settled ?? 'null');
      return DryRunReply.parse(await call(endpoint, tried(input as object), { silent: true, unasked: true, signal }));
    },
    enabled: complete && settled === request,
    retry: false,
    // What it touches may change with every change of others.
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) told?.(data);
  }, [data, told]);
  if (!complete || (error instanceof CallError && isNoNews(error))) return null;
  if (settled !== request || isPending) return <Line tone="waiting">{t('impact.checking')}</Line>;
  if (error instanceof CallError && error.status === 'refused')
    return <Line tone="loud">{t('impact.refused', { reason: reasonOf(error, words) })}</Line>;
  if (error) return <Line tone="loud">{t('impact.failed', { reason: error instanceof CallError ? error.msg : error.message })}</Line>;
  return <PreviewLine previewed={data} />;
}

/** That the password will be asked for is told by asking; a call that was given up by the next one. */
const isNoNews = (error: CallError): boolean => error.code === code.stepUp || error.canceled;

/** Why a write would be refused, with the fields that are to blame. */
function reasonOf(error: CallError, words: Words): string {
  const field = fieldOf(error.data, 'field');
  const issues = error.issues.length > 0 || typeof field !== 'string' ? error.issues : [{ path: field, message: error.msg }];
  if (issues.length === 0) return error.msg;
  const labelOf = (path: string): string | undefined => {
    const name = path.split('.').find((part) => !/^\d+$/.test(part)) ?? '';
    const label = words.field(name);
    return label === name ? undefined : label;
  };
  return issues.map(({ path, message }) => [labelOf(path), message].filter(Boolean).join(' · ')).join(' ');
}

/** What a write would do, in one line. */
function PreviewLine({ previewed }: { previewed: Previewed }): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const words = useImpactWords();
  const counts = Object.entries(previewed.counts).filter(([, count]) => count > 0);
  if (counts.length === 0) return <Line tone="quiet">{t('impact.unchanged')}</Line>;
  const touched = words(previewed.impact);
  const own = isOwn(previewed);
  const { approval, binDays } = previewed;
  const kept = binDays !== undefined && <span>{t('impact.bin', { days: binDays })}</span>;
  if (own && touched === undefined && !approval) return null;
  return (
    <Line tone={isLoud(previewed.impact) ? 'loud' : 'quiet'}>
      {!own && !isOne(previewed) && (
        <span>
          {counts.map(([action, count]) => `${textIfAny('kit', `action.${action}`) ?? action}: ${numberText(count, language)}`).join(' · ')}
        </span>
      )}
      {(touched !== undefined || !own) && <span>{touched ?? t('impact.none')}</span>}
      {kept}
      {approval && <span>{t('impact.approval', { count: approval.needed })}</span>}
    </Line>
  );
}

/** Whether it is about one object and its own fields: what the form shows anyway. */
const isOwn = ({ counts }: Previewed): boolean =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) === 1 && ((counts.create ?? 0) === 1 || (counts.change ?? 0) === 1);

/** One object: the question has named it. */
const isOne = ({ counts }: Previewed): boolean => Object.values(counts).reduce((sum, count) => sum + count, 0) === 1;

function Line({ tone, children }: { tone: 'waiting' | 'quiet' | 'loud'; children: ReactNode }): ReactElement {
  return (
    <span className="whk-impact-line" role="status" data-tone={tone}>
      {children}
    </span>
  );
}
