import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Sparkline } from '../../chart/sparkline.tsx';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { numberText } from '../../table/formats.ts';
import { useOverview, type Overview } from './use-overview.ts';

type Name = 'people' | 'signIns' | 'warnings' | 'waiting';

interface Figure {
  name: Name;
  value: number;
  to: string;
  days: readonly number[];
  failures?: readonly number[];
  /** What is said beside the number. */
  note?: string | undefined;
  tone: 'good' | 'bad' | 'plain';
}

/** Four numbers with their last thirty days: those whose page is granted. */
export function HomeFigures(): ReactElement | null {
  const t = useT('kit');
  const { data, isPending } = useOverview();
  if (isPending)
    return (
      <div className="wh-kpis" aria-busy="true">
        {[1, 2, 3, 4].map((one) => (
          <div key={one} className="wh-kpi wh-tile-waiting">
            <i />
            <i />
          </div>
        ))}
      </div>
    );
  if (!data) return null;
  const figures = figuresOf(data, (critical) => t('home.critical', { count: critical }));
  if (figures.length === 0) return null;
  return (
    <section className="wh-kpis" aria-label={t('home.figures')}>
      {figures.map((figure) => (
        <FigureCard key={figure.name} figure={figure} />
      ))}
    </section>
  );
}

function figuresOf({ people, signIns, warnings, waiting }: Overview, critical: (count: number) => string): Figure[] {
  return [
    ...(people ? [{ name: 'people' as const, value: people.now, to: people.to, days: people.days, tone: 'plain' as const }] : []),
    ...(signIns
      ? [
          {
            name: 'signIns' as const,
            value: signIns.today,
            to: signIns.to,
            days: signIns.days,
            failures: signIns.failed,
            tone: 'plain' as const,
          },
        ]
      : []),
    ...(warnings
      ? [
          {
            name: 'warnings' as const,
            value: warnings.open,
            to: warnings.to,
            days: warnings.days,
            tone: warnings.open > 0 ? ('bad' as const) : ('good' as const),
            note: warnings.critical > 0 ? critical(warnings.critical) : undefined,
          },
        ]
      : []),
    ...(waiting ? [{ name: 'waiting' as const, value: waiting.now, to: waiting.to, days: waiting.days, tone: 'plain' as const }] : []),
  ];
}

function FigureCard({ figure: { name, value, to, days, failures, note, tone } }: { figure: Figure }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const title = t(`home.figure.${name}`);
  const first = numberText(days[0] ?? 0, language);
  return (
    <Link className="wh-kpi" to={to} data-tone={tone}>
      <span className="wh-kpi-title">{title}</span>
      <strong>{numberText(value, language)}</strong>
      {note && <em>{note}</em>}
      <Sparkline
        values={days}
        label={t('home.figureLine', { title, first, last: numberText(days.at(-1) ?? 0, language) })}
        {...(failures && { failures })}
      />
    </Link>
  );
}
