import type { Language } from '#kit/common/language.ts';
import type { NoticeReason, WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { readableDepartments, warningRangeOf } from '#kit/server/warning/warning-range.ts';
import { objectNameIn, warningSentence } from '#kit/server/warning/warning-text.ts';

/** One warning of a message, as it was when the message is made. */
export interface NotifiedAlert {
  readonly warning_id: string;
  readonly reason: NoticeReason;
  readonly severity: WarningSeverity;
  readonly kind: string;
  readonly object_id: string;
  readonly object_name: string;
  readonly object_kind: string;
  readonly dept_id: string | null;
  readonly facts: WarningFacts;
  readonly count: number;
  readonly first_at: number;
}

/** Who reads it. */
export interface Reader {
  /** The employee; null for an outside address, which reads of no department. */
  readonly uid: string | null;
  readonly language: Language;
  readonly timeZone: string | null;
}

/** One line of a message. */
export interface Line {
  readonly id: string;
  readonly kind: string;
  readonly severity: WarningSeverity;
  readonly reason: NoticeReason;
  readonly text: string;
  /** Null where it lies outside the reader's range. */
  readonly object: { readonly kind: string; readonly id: string; readonly name: string } | null;
  readonly firstAt: number;
  readonly count: number;
}

/** What a message says. */
export interface Message {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly lines: readonly Line[];
}

/** Where the console is reached from outside. */
export const consoleAddress = ({ settings }: Pick<Services, 'settings'>): string =>
  settings.publicUrl ?? `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`;

/** Puts warnings into words for one reader, with facts of their range only. */
export async function compose(
  db: Db,
  services: Services,
  { told, reader }: { told: readonly NotifiedAlert[]; reader: Reader },
): Promise<Message> {
  const { language, timeZone } = reader;
  const t = (key: string, params?: Record<string, unknown>): string => services.texts.text(language, 'warnings', key, params);
  const range =
    reader.uid === null
      ? ({ all: false, paths: [], self: false, uid: '' } as const)
      : warningRangeOf(await services.access.grants(reader.uid));
  const mayRead = await readableDepartments(db, services, { range, ids: told.map(({ dept_id }) => dept_id) });
  const lines = told.map((one): Line => {
    const kind = services.warnings.kindOf(one.kind);
    const readable = mayRead(one.dept_id);
    return {
      id: one.warning_id,
      kind: one.kind,
      severity: one.severity,
      reason: one.reason,
      text: readable
        ? warningSentence(kind, one, { language, timeZone: timeZone ?? undefined })
        : services.texts.text(language, 'kit', 'warning.outside', { kind: kind?.title[language] ?? one.kind }),
      object: readable ? { kind: one.object_kind, id: one.object_id, name: objectNameIn(one, language) } : null,
      firstAt: one.first_at,
      count: one.count,
    };
  });
  const mark = (line: Line): string => t(`notice.${line.reason}`, { severity: t(`warning.severity.${line.severity}`) });
  const [only] = lines;
  const title = lines.length === 1 && only ? `${mark(only)} ${only.text}` : t('notice.several', { count: lines.length });
  const link = `${consoleAddress(services)}/sys_warning_manager${lines.length === 1 && only ? `?id=${only.id}` : ''}`;
  const text = lines.map((line) => `${mark(line)} ${line.text}`).join('\n');
  return { title: title.slice(0, 200), text, link, lines };
}
