import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import type { serverOverview } from '../../common/overview.contract.ts';
import { zones, type Zone } from '../../common/server-facts.ts';
import { serverConfig } from '../subjects.ts';

type Look = Reply<typeof serverOverview>;
type Server = Look['servers'][number];

const width = 1000;
const row = 58;
const top = 40;
const box = { left: 30, width: 410, height: 46 };
const right = { left: 700, width: 270 };

/** A text that fits: the whole stands in the table. */
const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

interface Placed {
  server: Server;
  y: number;
}

/** Servers in their zones on the left, the platforms that get them and the processes of this product on the right. */
export function Drawing({ look }: { look: Look }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  const words = wordsOf(serverConfig);
  const { areas, placed, height: tall } = placeServers(look.servers);
  const platformY = (at: number): number => top + at * row;
  const nodesTop = top + look.platforms.length * row + 34;
  const shownNodes = look.nodes.slice(0, 8);
  const height = Math.max(tall, nodesTop + shownNodes.length * row) + 10;
  return (
    <div className="ws-drawing">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {areas.map(({ zone, y, height: tallness }) => (
          <g key={zone}>
            <rect className="zone" x={10} y={y} width={450} height={tallness} rx={12} />
            <text className="head" x={30} y={y + 24}>
              {t(`overview.zone.${zone}`)}
            </text>
          </g>
        ))}
        <text className="head" x={right.left} y={24}>
          {t('field.platforms')}
        </text>
        <text className="head" x={right.left} y={nodesTop - 12}>
          {t('overview.nodes')}
        </text>
        {placed.flatMap(({ server, y }) =>
          server.platforms.map((platform) => {
            const at = look.platforms.findIndex((one) => one.platform === platform);
            const [from, to] = [y + box.height / 2, platformY(at) + box.height / 2];
            const middle = (box.left + box.width + right.left) / 2;
            return (
              <path
                key={`${server.id}${platform}`}
                className="line"
                d={`M${box.left + box.width} ${from} C${middle} ${from} ${middle} ${to} ${right.left} ${to}`}
              />
            );
          }),
        )}
        {placed.map(({ server, y }) => (
          <g key={server.id + y} opacity={server.enabled ? 1 : 0.55}>
            <rect className="box" x={box.left} y={y} width={box.width} height={box.height} rx={9} />
            <Sign state={server.state} x={box.left + 18} y={y + box.height / 2} />
            <text x={box.left + 36} y={y + 20}>
              {short(server.name, 44)}
            </text>
            <text className="soft" x={box.left + 36} y={y + 37}>
              {[
                words.value('kind', server.kind),
                words.value('state', server.state),
                ...(server.draining ? [words.value('draining', 'true')] : []),
                ...(server.daysLeft === null ? [] : [t('overview.days', { days: server.daysLeft })]),
              ].join(' · ')}
            </text>
          </g>
        ))}
        {look.platforms.map(({ platform, publishedAt }, at) => (
          <g key={platform}>
            <rect className="box" x={right.left} y={platformY(at)} width={right.width} height={box.height} rx={9} />
            <text x={right.left + 16} y={platformY(at) + 20}>
              {t(`platform.${platform}`)}
            </text>
            <text className="soft" x={right.left + 16} y={platformY(at) + 37}>
              {publishedAt === null ? t('overview.notPublished') : t('overview.publishedAt', { time: timeText(publishedAt, language) })}
            </text>
          </g>
        ))}
        {shownNodes.map((node, at) => (
          <g key={node.id}>
            <rect className="box" x={right.left} y={nodesTop + at * row} width={right.width} height={box.height} rx={9} />
            <Sign state={node.gone ? 'failing' : 'ok'} x={right.left + 18} y={nodesTop + at * row + box.height / 2} />
            <text x={right.left + 36} y={nodesTop + at * row + 20}>
              {short(t('overview.node', { host: node.host, pid: node.pid }), 30)}
            </text>
            <text className="soft" x={right.left + 36} y={nodesTop + at * row + 37}>
              {`${node.version} · ${t(node.gone ? 'overview.nodeGone' : 'overview.nodeAlive')}`}
            </text>
          </g>
        ))}
        {placed.length === 0 && (
          <text className="soft" x={30} y={top + 40}>
            {t('overview.noServers')}
          </text>
        )}
      </svg>
    </div>
  );
}

/** Not by its colour alone: good is a disc, slow a triangle, failing a cross, unknown a ring. */
function Sign({ state, x, y }: { state: Server['state']; x: number; y: number }): ReactElement {
  const shapes = {
    ok: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0',
    slow: 'M0 -7L8 7L-8 7Z',
    failing: 'M-7 -4.5L-4.5 -7L0 -2.5L4.5 -7L7 -4.5L2.5 0L7 4.5L4.5 7L0 2.5L-4.5 7L-7 4.5L-2.5 0Z',
    unknown: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M-4 0a4 4 0 1 1 8 0a4 4 0 1 1 -8 0',
  };
  return <path className="sign" data-state={state} fillRule="evenodd" d={shapes[state]} transform={`translate(${x} ${y})`} />;
}

/** One below another in the zones that their addresses lie in; a server of both stands in each. */
function placeServers(servers: readonly Server[]): {
  areas: { zone: Zone; y: number; height: number }[];
  placed: Placed[];
  height: number;
} {
  const areas: { zone: Zone; y: number; height: number }[] = [];
  const placed: Placed[] = [];
  let y = 4;
  for (const zone of zones.toReversed()) {
    const own = servers.filter((server) => server.zones.includes(zone));
    if (own.length === 0) continue;
    for (const [at, server] of own.entries()) placed.push({ server, y: y + top - 4 + at * row });
    const height = top + own.length * row;
    areas.push({ zone, y, height });
    y += height + 16;
  }
  return { areas, placed, height: y };
}
